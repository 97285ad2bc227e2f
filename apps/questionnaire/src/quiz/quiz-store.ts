import {
  type ContactAnswers,
  type ContactField,
  type FunnelPage,
  type MatchingAnswers,
  migrateAnswers,
  type PageStep,
  type StepIndex,
} from '@svc/domain';
import type { SafeStorage } from '../shared/safe-storage.js';
import { fingerprint } from './fingerprint.js';
import { joinLandings, type Landing } from './landing.js';
import { getChosenKeys, noAnswers, type QuizAnswers, withChosenKeys } from './quiz-answers.js';
import { readVisit, type SavedVisit, saveVisit, visitKey } from './saved-visit.js';
import { indexPage, isChild, type Selfie, sendableContact, sendableSelfie, shownSteps } from './shown-steps.js';
import { isAnswered, listProblems, type StepProblem } from './step-problems.js';
import { toSubmission } from './submission.js';

/** Why the visitor does not begin at an empty first step. */
export type VisitNote = 'resumed' | 'changed' | 'picture-gone';

export interface QuizStoreDeps {
  storage: SafeStorage;
  now(): Date;
  newKey(): string;
}

/** What is ready to be sent, and the key to send it with. */
export interface ReadySubmission {
  body: string;
  fingerprint: string;
  idempotencyKey: string;
  hasSelfie: boolean;
}

/**
 * One visit of a questionnaire: the answers, the step that is shown, what follows, what is missing. Every change is kept in the
 * tab's storage, so that a reload continues where the visitor was. Independent of the browser.
 */
export class QuizStore {
  readonly note: VisitNote | null;
  /** The stored visitor, as the shop page around the frame says; in memory only. */
  visitorId: string | undefined;
  private readonly index: StepIndex;
  private readonly key: string;
  private visit: SavedVisit;
  private picture: Selfie | null = null;
  /** A step's rendering asks for the shown steps again and again. */
  private memo: { answers: QuizAnswers; picture: Selfie | null; shown: readonly PageStep[] } | undefined;

  constructor(
    private shownPage: FunnelPage,
    landing: Landing,
    private readonly deps: QuizStoreDeps,
  ) {
    const page = shownPage;
    this.index = indexPage(page);
    this.key = visitKey(page);
    const saved = readVisit(deps.storage, this.key);
    this.visit = saved ? this.adopt(saved, landing) : this.begin(landing);
    this.note = saved ? this.getNote(saved) : null;
    this.visit.stepId = this.resumeAt();
    this.visit.isReload = false;
  }

  get page(): FunnelPage {
    return this.shownPage;
  }
  /** The same version in another language. */
  setPage(page: FunnelPage): void {
    this.shownPage = page;
    this.memo = undefined;
  }
  get answers(): QuizAnswers {
    return this.visit.answers;
  }
  get selfie(): Selfie | null {
    return this.picture;
  }
  get landing(): Landing {
    return this.visit.landing;
  }
  get startedAt(): string | null {
    return this.visit.startedAt;
  }
  /** The analysis that the visit became. */
  get analysisId(): string | null {
    return this.visit.done?.analysisId ?? null;
  }
  /** Steps that are shown for the present answers. */
  get shown(): readonly PageStep[] {
    const { answers, picture } = this;
    if (this.memo?.answers !== answers || this.memo.picture !== picture) {
      this.memo = { answers, picture, shown: shownSteps(this.page, this.index, answers, picture) };
    }
    return this.memo.shown;
  }
  /** The step in front of the visitor; undefined where the funnel asks nothing. */
  get current(): PageStep | undefined {
    return this.shown.find(({ id }) => id === this.visit.stepId) ?? this.shown[0];
  }
  /** Place of the current step among those that are shown, from 0, and their number. */
  get place(): { index: number; count: number } {
    const { shown, current } = this;
    return { index: current ? shown.indexOf(current) : 0, count: shown.length };
  }
  get isChild(): boolean {
    return isChild(this.answers);
  }

  chosen(step: PageStep): string[] {
    return getChosenKeys(step, this.answers);
  }
  isAnswered(step: PageStep): boolean {
    return isAnswered(step, this.answers, sendableSelfie(this.answers, this.picture) !== null);
  }
  problems(step: PageStep): StepProblem[] {
    return listProblems(step, this.answers);
  }
  /** The first step that keeps the answers from being sent. */
  get unfinished(): PageStep | undefined {
    return this.shown.find((step) => this.problems(step).length > 0);
  }

  /** The contact fields that are sent: those of a step that is shown, with the visitor's consent. */
  get sentContact(): ContactAnswers {
    return sendableContact(this.shown, this.answers);
  }

  choose(step: PageStep, keys: readonly string[]): void {
    this.change(withChosenKeys(step, this.answers, keys));
  }
  /** Answers of the questions in place of those that were given. */
  setMatching(matching: MatchingAnswers): void {
    this.change({ ...this.answers, matching });
  }
  setContact(field: ContactField, text: string): void {
    const { [field]: _before, ...others } = this.answers.contact;
    this.change({ ...this.answers, contact: text === '' ? others : { ...others, [field]: text } });
  }
  setContactConsent(contactConsent: boolean): void {
    this.change({ ...this.answers, contactConsent });
  }
  setSelfieConsent(selfieConsent: boolean): void {
    this.change({ ...this.answers, selfieConsent });
  }
  setSelfie(selfie: Selfie | null): void {
    this.picture = selfie;
    this.change(this.answers);
  }
  /** Takes back what was answered in a step. */
  clear(step: PageStep): void {
    if (step.type === 'SELFIE') this.setSelfie(null);
    else if (step.type === 'EMAIL') this.change({ ...this.answers, contact: {}, contactConsent: false });
    else this.choose(step, []);
  }

  show({ id }: Pick<PageStep, 'id'>): void {
    this.visit.stepId = id;
    this.save();
  }
  /** The step after the current one; undefined after the last. */
  get next(): PageStep | undefined {
    return this.shown[this.place.index + 1];
  }
  get previous(): PageStep | undefined {
    return this.shown[this.place.index - 1];
  }

  /** News about where the visitor came from. */
  arrive(landing: Landing): void {
    this.visit.landing = joinLandings(this.visit.landing, landing);
    this.save();
  }

  /**
   * The answers as they are sent, and their Idempotency-Key: made once for a set of answers and kept until they are stored.
   * `analysisId` instead when just these answers already became an analysis.
   */
  prepare(): ReadySubmission | { analysisId: string } {
    const parts = { page: this.page, index: this.index, answers: this.answers, selfie: this.picture };
    const content = toSubmission({ ...parts, landing: this.visit.landing, startedAt: this.visit.startedAt });
    const body = JSON.stringify(content);
    const mark = fingerprint(body);
    if (this.visit.done?.fingerprint === mark) return { analysisId: this.visit.done.analysisId };
    if (this.visit.attempt?.fingerprint !== mark) {
      this.visit.attempt = { fingerprint: mark, key: this.deps.newKey() };
      this.save();
    }
    return {
      body,
      fingerprint: mark,
      idempotencyKey: this.visit.attempt.key,
      hasSelfie: typeof content.selfie === 'string',
    };
  }
  /** A new key for the same answers. */
  renewKey(fingerprint: string): string {
    const key = this.deps.newKey();
    this.visit.attempt = { fingerprint, key };
    this.save();
    return key;
  }
  finish(fingerprint: string, analysisId: string): void {
    this.visit.attempt = null;
    this.visit.done = { fingerprint, analysisId };
    this.save();
  }
  /** The page is about to be loaded again on purpose: it must not show a welcome then. */
  expectReload(): void {
    this.visit.isReload = true;
    this.save();
  }
  /** Forgets everything but where the visitor came from. */
  restart(): void {
    this.picture = null;
    this.visit = this.begin(this.visit.landing);
    this.visit.stepId = this.resumeAt();
    this.deps.storage.remove(this.key);
  }

  private begin(landing: Landing): SavedVisit {
    const { id } = this.page.version;
    const nothing = { stepId: null, hadSelfie: false, isReload: false, startedAt: null, attempt: null, done: null };
    return { versionId: id, answers: noAnswers(), landing, ...nothing };
  }

  /** A kept visit, its answers brought to the version of the page. docs/contract.md C16. */
  private adopt(saved: SavedVisit, landing: Landing): SavedVisit {
    const { values } = migrateAnswers(saved.answers.matching.selectionValues, this.index);
    const matching = { ...saved.answers.matching, selectionValues: values };
    return {
      ...saved,
      versionId: this.page.version.id,
      answers: { ...saved.answers, matching },
      landing: joinLandings(saved.landing, landing),
    };
  }

  private getNote(saved: SavedVisit): VisitNote | null {
    if (saved.startedAt === null || saved.done) return null;
    if (saved.versionId !== this.page.version.id) return 'changed';
    const asksForPicture = !this.isChild && this.shown.some(({ type }) => type === 'SELFIE');
    if (saved.hadSelfie && asksForPicture) return 'picture-gone';
    return saved.isReload ? null : 'resumed';
  }

  /** Where the visitor was, or the first step before it that lacks an answer, or the picture that reloading lost. */
  private resumeAt(): number | null {
    const { shown } = this;
    const place = Math.max(
      shown.findIndex(({ id }) => id === this.visit.stepId),
      0,
    );
    const lacks = (step: PageStep) =>
      this.problems(step).length > 0 || (this.note === 'picture-gone' && step.type === 'SELFIE');
    return (shown.slice(0, place).find(lacks) ?? shown[place])?.id ?? null;
  }

  private change(answers: QuizAnswers): void {
    this.visit.answers = answers;
    this.visit.startedAt ??= this.deps.now().toISOString();
    this.save();
  }

  private save(): void {
    saveVisit(this.deps.storage, this.key, { ...this.visit, hadSelfie: this.picture !== null });
  }
}
