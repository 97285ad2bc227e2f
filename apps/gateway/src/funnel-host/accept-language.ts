import { isLocale } from '@svc/domain';

/** More than a browser ever sends. */
const MAX_LANGUAGES = 10;

/** Languages of an Accept-Language header, most wanted first; what is no language tag is left out. RFC 9110, 12.5.4. */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const q = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, weight }) => weight > 0 && isLocale(tag))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_LANGUAGES)
    .map(({ tag }) => tag);
}

/** True when a header of `q`-weighted values accepts this one by name. */
export function accepts(header: string, value: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return name === value && (q === undefined || Number(q) > 0);
  });
}
