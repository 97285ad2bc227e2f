/** An age as the language writes it, in the largest unit that it fills: `0.4 sec`, `3 min`, `2 hr`. @param seconds - 0 or more. */
export function formatAge(locale: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= 2 * length) ?? SECOND;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  }).format(seconds / size);
}

const SECOND = ['second', 1] as const;
const UNITS = [['day', 86_400] as const, ['hour', 3_600] as const, ['minute', 60] as const];
