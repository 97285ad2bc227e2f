/** Which conversations are listed, and the one that is open. */
export interface TranscriptsAddress {
  unanswered?: true;
  /** What a shopper wrote. */
  text?: string;
  conversation?: string;
}

export const readAddress = ({ unanswered, text, conversation }: Record<string, unknown>): TranscriptsAddress => ({
  ...(unanswered === true ? { unanswered } : {}),
  ...(typeof text === 'string' && text !== '' ? { text } : {}),
  ...(typeof conversation === 'string' && conversation !== '' ? { conversation } : {}),
});
