/** Which conversations are listed, and the one that is open. */
export interface TranscriptsAddress {
  unanswered?: true;
  conversation?: string;
}

export const readAddress = ({ unanswered, conversation }: Record<string, unknown>): TranscriptsAddress => ({
  ...(unanswered === true ? { unanswered } : {}),
  ...(typeof conversation === 'string' && conversation !== '' ? { conversation } : {}),
});
