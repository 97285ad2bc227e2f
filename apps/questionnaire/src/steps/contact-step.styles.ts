import { css } from 'lit';

/** Fields of the contact, and what the visitor agrees to. */
export const contactStyles = css`
  .fields {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1.25rem;
    inline-size: 100%;
    max-inline-size: 28rem;
    margin-inline: auto;
  }
  .field {
    display: grid;
    gap: 0.35rem;
  }
  .field > label:not(.agree) {
    font-weight: 600;
  }
  .field label .muted {
    font-weight: 400;
  }
  .input {
    inline-size: 100%;
    min-block-size: 3rem;
    padding: 0.65rem 1rem;
    border: 2px solid var(--svc-border, #8a868d);
    border-radius: var(--radius);
    background: var(--svc-surface, #fff);
    color: inherit;
    font: inherit;
  }
  .input[aria-invalid='true'] {
    border-color: var(--svc-error, #b01a1a);
  }
  .agree {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.75rem;
    align-items: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .agree input {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--svc-accent-text, #6b3a57);
  }
`;
