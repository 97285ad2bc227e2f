/** False for text that PostgreSQL cannot store: NUL and halves of surrogate pairs. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);
