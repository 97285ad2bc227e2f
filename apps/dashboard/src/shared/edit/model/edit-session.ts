import { addCommand, type History, NO_HISTORY, redo, undo } from './history.js';
import { isEqual } from './is-equal.js';
import { type Conflict, merge, type Side } from './merge.js';
import type { Content } from './steps.js';

/** A state of the service, which the next save names. */
export interface Synced {
  content: Content;
  /** Undefined: the service has no edit yet. */
  revision: number | undefined;
  /** The version that the edit begins with; null: the funnel has none. */
  baseVersionId: string | null;
}

export interface Finding {
  path: string;
  message: string;
}

export interface Findings {
  problems: Finding[];
  warnings: Finding[];
}

export interface Loaded extends Findings {
  synced: Synced;
  /** The draft, or the published version without one; null: none. */
  currentVersionId: string | null;
  /** Its content. Keys of its options may be in stored answers. */
  version: Content;
}

/** What the service does. */
export interface EditService {
  load(): Promise<Loaded>;
  /** @throws OtherStateError when the service has another state than `synced`. */
  save(content: Content, synced: Synced, comparesBase: boolean): Promise<Findings & { revision: number }>;
  loadVersion(id: string): Promise<Content>;
  /** Removes the edit. @param revision - the one that the user has seen. */
  discard(revision: number): Promise<void>;
}

export class OtherStateError extends Error {}

/** What the browser keeps, so that nothing is lost with the tab. */
export interface Kept {
  content: Content;
  synced: Synced;
  history: History;
  isDirty: boolean;
}

export interface LocalStore {
  read(): Promise<Kept | undefined>;
  write(kept: Kept): Promise<void>;
}

interface Pending {
  base: Content;
  theirs: Content;
  /** Valid once the conflicts are decided. */
  synced: Synced;
  conflicts: Conflict[];
}

export interface EditState extends Findings {
  content: Content;
  synced: Synced;
  history: History;
  saving: 'SAVED' | 'CHANGED' | 'SAVING' | 'FAILED';
  /** Why the last save failed. */
  error: Error | null;
  savedAt: Date | null;
  /** Both sides have changed the same; nothing is saved before it is decided. */
  conflicts: readonly Conflict[];
  /** The other user's order was kept. */
  isOrderTheirs: boolean;
  /** The funnel has another version than the edit begins with. */
  isOutdated: boolean;
  /** Content of the current version. */
  version: Content;
}

/** After the last letter, and at most so long while typing. */
const QUIET_MS = 2_000;
const MAX_WAIT_MS = 5_000;
const KEEP_MS = 300;
const RETRY_MS = 5_000;

/**
 * The edit of one funnel in this tab: it takes changes, keeps them in the browser, saves them one request at a time, and brings them
 * together with those of other users. docs/dashboard.md Y15.
 */
export class EditSession {
  #state: EditState;
  #listeners = new Set<() => void>();
  #pending: Pending | undefined;
  #isDirty: boolean;
  /** The next save names the version that the edit begins with. */
  #comparesBase: boolean;
  /** What was sent without a response since the last one. */
  #unanswered: Content[] = [];
  #isSaving = false;
  /** Of the last save; never rejects. */
  #saved: Promise<void> = Promise.resolve();
  #isRefreshing = false;
  #isStopped = false;
  #firstChangeAt = 0;
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #currentVersionId: string | null;

  private constructor(
    private readonly service: EditService,
    private readonly local: LocalStore,
    loaded: Loaded,
    kept: Kept | undefined,
  ) {
    const { synced, problems, warnings, currentVersionId, version } = loaded;
    this.#currentVersionId = currentVersionId;
    this.#isDirty = false;
    this.#comparesBase = synced.revision === undefined;
    this.#state = {
      ...{ content: synced.content, synced, problems, warnings, history: kept?.history ?? NO_HISTORY },
      ...{ saving: 'SAVED', error: null, savedAt: null, conflicts: [], isOrderTheirs: false },
      isOutdated: this.#isOutdated(synced),
      version,
    };
    if (kept?.isDirty) {
      this.#isDirty = true;
      this.#state = { ...this.#state, content: kept.content };
      this.#bringTogether(kept.synced.content, synced.content, synced);
    }
  }

  /** @param local - changes of an earlier tab that were not saved are brought in. */
  static async open(service: EditService, local: LocalStore): Promise<EditSession> {
    const [loaded, kept] = await Promise.all([service.load(), local.read().catch(() => undefined)]);
    const session = new EditSession(service, local, loaded, kept);
    if (session.#isDirty) session.#schedule(0);
    return session;
  }

  readonly get = (): EditState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @param mark - changes with the same mark that follow each other closely are one step of undo. */
  change(mark: string, make: (content: Content) => Content): void {
    const { content } = this.#state;
    this.#apply(mark, content, make(content));
  }

  #apply(mark: string, before: Content, after: Content): void {
    const { history } = this.#state;
    if (isEqual(before, after)) return;
    this.#changed({ content: after, history: addCommand(history, { mark, before, after }, mark !== '') });
  }

  /**
   * Changes a part other than the questions. An edit that did not have it yet begins with what is in force, so that undo brings back exactly
   * that, and leaves what others have changed in it since.
   */
  changePart(mark: string, name: string, inForce: unknown, value: unknown): void {
    const { content } = this.#state;
    const others = { ...content.others, [name]: content.others[name] ?? inForce };
    this.#apply(mark, { ...content, others }, { ...content, others: { ...others, [name]: value } });
  }

  undo(): void {
    const undone = undo(this.#state.history, this.#state.content);
    if (undone) this.#changed(undone);
  }

  redo(): void {
    const redone = redo(this.#state.history, this.#state.content);
    if (redone) this.#changed(redone);
  }

  /** Decides the conflicts. What has been typed meanwhile is kept. */
  resolve(choose: (id: string) => Side): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#pending = undefined;
    const { content, isOrderTheirs } = merge(pending.base, this.#state.content, pending.theirs, choose);
    this.#adopt(content, pending.synced, isOrderTheirs);
    this.#schedule(0);
  }

  /** Brings in the version that the funnel has by now. */
  async takeVersion(): Promise<void> {
    const { synced } = this.#state;
    const current = this.#currentVersionId;
    if (current === null) return;
    const empty: Content = { steps: [], others: {} };
    const [base, theirs] = await Promise.all([
      synced.baseVersionId === null ? empty : this.service.loadVersion(synced.baseVersionId),
      this.service.loadVersion(current),
    ]);
    const own = { others: this.#state.content.others };
    this.#isDirty = true;
    this.#comparesBase = true;
    this.#bringTogether({ ...base, ...own }, { ...theirs, ...own }, { ...this.#state.synced, baseVersionId: current });
    this.#schedule(0);
  }

  /** Brings in what others have saved. One call at a time loads: each answer may say that the service is back, which calls it again. */
  async refresh(): Promise<void> {
    if (this.#isSaving || this.#pending || this.#isRefreshing) return;
    const { synced } = this.#state;
    this.#isRefreshing = true;
    const loaded = await this.service.load().finally(() => {
      this.#isRefreshing = false;
    });
    // What was saved meanwhile is newer than what was loaded.
    if (this.#isSaving || this.#pending || this.#isStopped || this.#state.synced !== synced) return;
    if (loaded.synced.revision !== this.#state.synced.revision) this.#take(loaded);
  }

  /** Saves now, also what was changed since a save began that still runs. @throws the reason why there is something that is not saved. */
  async flush(): Promise<void> {
    if (this.#isSaving) await this.#saved;
    clearTimeout(this.#saveTimer);
    await this.#save();
    if (this.#isDirty) throw this.#state.error ?? new Error('The edit has changes that are not saved.');
  }

  /** Removes the edit, and starts from what the service has. */
  async discard(): Promise<void> {
    // A save that arrives after it would bring back what is discarded. One that fails is none of its concern.
    await this.flush().catch(() => undefined);
    const { revision } = this.#state.synced;
    if (revision !== undefined) await this.service.discard(revision);
    await this.#reload();
  }

  async #reload(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#pending = undefined;
    this.#isDirty = false;
    const { synced, problems, warnings, currentVersionId, version } = await this.service.load();
    this.#currentVersionId = currentVersionId;
    this.#comparesBase = synced.revision === undefined;
    this.#set({ ...{ problems, warnings, version, history: NO_HISTORY, conflicts: [], saving: 'SAVED', error: null } });
    this.#adopt(synced.content, synced, false);
  }

  /** A tab that is hidden may be closed without a further word. */
  readonly onHidden = (): void => {
    void this.#keep();
    if (this.#isDirty) this.#schedule(0);
  };

  stop(): void {
    this.onHidden();
    this.#isStopped = true;
  }

  #set(change: Partial<EditState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #changed(change: Pick<EditState, 'content' | 'history'>): void {
    if (!this.#isDirty || this.#firstChangeAt === 0) this.#firstChangeAt = Date.now();
    this.#isDirty = true;
    this.#set({ ...change, saving: this.#isSaving ? 'SAVING' : 'CHANGED' });
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => void this.#keep(), KEEP_MS);
    this.#schedule(Math.min(QUIET_MS, Math.max(0, this.#firstChangeAt + MAX_WAIT_MS - Date.now())));
  }

  /** A browser that keeps nothing is not a reason to stop. */
  async #keep(): Promise<void> {
    clearTimeout(this.#keepTimer);
    const { content, synced, history } = this.#state;
    await this.local.write({ content, synced, history, isDirty: this.#isDirty }).catch(() => undefined);
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.#save(), afterMs);
  }

  async #save(): Promise<void> {
    if (this.#isSaving || !this.#isDirty || this.#pending) return;
    this.#saved = this.#send();
    await this.#saved;
  }

  async #send(): Promise<void> {
    this.#isSaving = true;
    this.#firstChangeAt = 0;
    const { content, synced } = this.#state;
    this.#set({ saving: 'SAVING' });
    try {
      const { revision, problems, warnings } = await this.service.save(content, synced, this.#comparesBase);
      this.#isSaving = false;
      this.#unanswered = [];
      this.#comparesBase = false;
      this.#isDirty = this.#state.content !== content;
      this.#set({
        ...{ problems, warnings, error: null, savedAt: new Date(), synced: { ...synced, content, revision } },
        saving: this.#isDirty ? 'CHANGED' : 'SAVED',
        isOutdated: this.#isOutdated(synced),
      });
      void this.#keep();
      if (this.#isDirty) this.#schedule(QUIET_MS);
    } catch (error) {
      if (!(error instanceof OtherStateError)) this.#unanswered.push(content);
      await this.#onFailure(error as Error);
    }
  }

  async #onFailure(error: Error): Promise<void> {
    try {
      if (!(error instanceof OtherStateError)) throw error;
      const loaded = await this.service.load();
      this.#isSaving = false;
      this.#take(loaded);
      if (!this.#pending) await this.#save();
    } catch (cause) {
      this.#isSaving = false;
      this.#set({ saving: 'FAILED', error: cause as Error });
      if (!this.#isStopped) this.#schedule(RETRY_MS);
    }
  }

  #take({ synced, problems, warnings, currentVersionId, version }: Loaded): void {
    this.#currentVersionId = currentVersionId;
    this.#comparesBase = synced.revision === undefined;
    this.#set({ problems, warnings, version });
    // A save whose response was lost may have been stored: that is no change of another user.
    const own = this.#unanswered.find((sent) => isEqual(sent, synced.content));
    this.#unanswered = [];
    this.#bringTogether(own ?? this.#state.synced.content, synced.content, synced);
  }

  #bringTogether(base: Content, theirs: Content, synced: Synced): void {
    const { content, conflicts, isOrderTheirs } = merge(base, this.#state.content, theirs);
    if (conflicts.length === 0) {
      this.#adopt(content, synced, isOrderTheirs);
      return;
    }
    this.#pending = { base, theirs, synced, conflicts };
    this.#set({ conflicts, saving: 'CHANGED' });
  }

  #adopt(content: Content, synced: Synced, isOrderTheirs: boolean): void {
    const isSame = isEqual(content, synced.content) && !this.#comparesBase;
    this.#isDirty &&= !isSame;
    this.#set({
      ...{ content, synced, conflicts: [], isOutdated: this.#isOutdated(synced) },
      isOrderTheirs: this.#state.isOrderTheirs || isOrderTheirs,
      saving: this.#isDirty ? 'CHANGED' : 'SAVED',
    });
    void this.#keep();
  }

  #isOutdated({ baseVersionId }: Synced): boolean {
    return baseVersionId !== this.#currentVersionId;
  }
}
