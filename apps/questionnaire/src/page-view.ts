import type { FunnelPage } from '@svc/domain';
import { type PageRoute, readRoute, resultPath } from './page-route.js';
import { forgetFinished, keepFinished, readFinished } from './quiz/finished-funnels.js';
import { isForced } from './quiz/landing.js';
import type { QuizStore } from './quiz/quiz-store.js';
import { safeStorage } from './shared/safe-storage.js';

/** The page whose view it is. */
export interface ViewedPage {
  /** What is shown. */
  route: PageRoute;
  readonly embedded: boolean;
  readonly page: FunnelPage;
  readonly store: QuizStore;
  focusContent(): void;
}

/** Which view the page shows, in step with its address, the browser's history, and the results that this browser has. */
export class PageView {
  /** The result was opened because the visitor had finished before, not because the address asked for it. */
  isReminded = false;
  private readonly kept = safeStorage(window, 'localStorage');

  constructor(private readonly host: ViewedPage) {
    host.route = this.begin();
    window.addEventListener('popstate', () => this.onPopState());
  }

  /** The shop page knows a result of this visitor; answers that are being given come first. */
  remind(analysisId: string): void {
    const { route, page, store } = this.host;
    if (route.view === 'result' || page.paused || page.isPreview || store.startedAt) return;
    this.host.route = this.toReminder(analysisId);
  }

  /** The result of a visitor who has just finished. */
  openResult(analysisId: string): void {
    keepFinished(this.kept, this.host.page, analysisId);
    this.open({ view: 'result', analysisId }, resultPath(analysisId));
  }

  /** The questions again, without answers. @returns false: by another page, which is being loaded. */
  restart(): boolean {
    const { page, store, embedded } = this.host;
    forgetFinished(this.kept, page);
    store.restart();
    const wanted = new URLSearchParams(location.search).get('versionId');
    if (wanted !== null && wanted !== page.version.id) {
      // The page of a result is that of the published version; a draft's questions come with its own.
      const address = `/${location.search}`;
      if (embedded) location.replace(address);
      else location.assign(address);
      return false;
    }
    this.open({ view: 'quiz' }, '/');
    return true;
  }

  /** A visitor who has a result sees it again, unless the address says to start again. */
  private begin(): PageRoute {
    const { page, store } = this.host;
    const route = readRoute(location.pathname);
    if (route.view === 'result') return route;
    const finished = readFinished(this.kept, page) ?? store.analysisId;
    if (isForced(location.search) || page.isPreview) {
      if (store.analysisId) store.restart();
      return route;
    }
    return !finished || page.paused ? route : this.toReminder(finished);
  }

  private toReminder(analysisId: string): PageRoute {
    this.isReminded = true;
    history.replaceState(null, '', resultPath(analysisId) + location.search);
    return { view: 'result', analysisId };
  }

  /** A frame leaves no entry in the shop page's history. docs/components.md B14.5. */
  private open(route: PageRoute, path: string): void {
    const address = path + location.search;
    if (this.host.embedded) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.isReminded = false;
    this.host.route = route;
    scrollTo(0, 0);
    this.host.focusContent();
  }

  private onPopState(): void {
    const { view } = this.host.route;
    this.host.route = readRoute(location.pathname);
    // Within the questions the focus comes with the step.
    if (this.host.route.view !== view) this.host.focusContent();
  }
}
