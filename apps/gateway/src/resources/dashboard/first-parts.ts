/** Screens that need no session, by their address. The sign-in is part of the first script. */
const ENTRIES: Record<string, string> = {
  '/reset': 'src/screens/entry/reset.tsx',
  '/invite': 'src/screens/entry/invite.tsx',
};
const FRAME = 'src/app/shell.tsx';
const LANGUAGES = ['en', 'de'];

/**
 * Sources of the application that an address needs first, so that the document can name their files: otherwise each is found only when
 * the one before has been loaded and run. docs/dashboard.md Y6.1.
 * @param request.hasSession - by the cookie alone, which is not verified: where it is wrong, another part is loaded too.
 * @param request.languages - BCP 47 tags, preferred ones first, of which the application takes the first that it has.
 */
export function listFirstParts(request: {
  path: string;
  hasSession: boolean;
  languages: readonly string[];
}): readonly string[] {
  const { hasSession, languages } = request;
  const path = request.path.replace(/(?<=.)\/$/, '');
  const wanted = languages.map((tag) => tag.toLowerCase().split('-')[0] as string);
  const texts = `src/i18n/${wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en'}`;
  const entry = ENTRIES[path];
  if (entry !== undefined) return [`${texts}/frame.ts`, entry, `${texts}/entry.ts`];
  return [`${texts}/frame.ts`, ...(hasSession && path !== '/sign-in' ? [FRAME] : [])];
}
