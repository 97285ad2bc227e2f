import { css } from 'lit';

/**
 * What every part of the page looks like: text, buttons, focus, messages. Colors are the custom properties that `applyTheme`
 * sets; the fallbacks are the light scheme's own. Sizes are logical, so that right-to-left pages mirror.
 */
export const baseStyles = css`
  :host {
    --gap: clamp(1rem, 0.6rem + 1.6vw, 1.75rem);
    --radius: var(--svc-radius, 14px);
    display: block;
    color: var(--svc-text, #211d24);
    font-family: var(--svc-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif);
    font-size: 1rem;
    line-height: 1.5;
    text-align: left;
    overflow-wrap: break-word;
  }
  :host(:dir(rtl)) {
    text-align: right;
  }
  /* Texts of merchants and of the page may be in another language than the page, so each is set in its own direction; it stands
     where the page's direction says. */
  :is(h1, h2, h3, h4, p, li, label, a, button, span, .brand) {
    unicode-bidi: plaintext;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  h1 {
    font-size: clamp(1.5rem, 1.15rem + 1.6vw, 2.25rem);
    font-weight: 650;
    letter-spacing: -0.015em;
    line-height: 1.2;
    text-wrap: balance;
  }
  h1:focus {
    outline: none;
  }
  a {
    color: var(--svc-accent-text, #6b3a57);
    text-underline-offset: 0.2em;
  }
  img {
    display: block;
    max-inline-size: 100%;
  }
  :focus-visible {
    outline: 3px solid var(--svc-accent-text, #6b3a57);
    outline-offset: 3px;
  }
  .muted {
    color: var(--svc-muted, #6b6770);
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0.01ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 0.01ms !important;
      scroll-behavior: auto !important;
    }
  }
`;

/** `.button`: primary; with `.quiet`, one that stands back. 48 px high. */
export const buttonStyles = css`
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-block-size: 3rem;
    padding: 0.65rem 1.5rem;
    border: 2px solid var(--svc-accent, #6b3a57);
    border-radius: var(--radius);
    background: var(--svc-accent, #6b3a57);
    color: var(--svc-on-accent, #fff);
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-user-select: none;
    user-select: none;
    transition:
      filter 0.15s,
      transform 0.15s;
  }
  .button:active {
    transform: scale(0.985);
  }
  .button[disabled],
  .button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.55;
  }
  .button.quiet {
    border-color: transparent;
    background: transparent;
    color: var(--svc-text, #211d24);
  }
  .button.outline {
    border-color: var(--svc-border, #8a868d);
    background: transparent;
    color: var(--svc-text, #211d24);
  }
  @media (hover: hover) {
    .button:not(.quiet, .outline, [disabled]):hover {
      filter: brightness(1.08);
    }
    .button:is(.quiet, .outline):hover {
      background: var(--svc-soft, #f3eef1);
    }
  }
`;

/** `.note`: something to know; with `.problem`, something to mend. */
export const noteStyles = css`
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 1rem;
    padding: 0.75rem 1rem;
    border-inline-start: 4px solid var(--svc-accent, #6b3a57);
    border-radius: calc(var(--radius) / 2);
    background: var(--svc-soft, #f3eef1);
    font-size: 0.9375rem;
  }
  .note.problem {
    border-color: var(--svc-error, #b01a1a);
    background: var(--svc-error-soft, #f9eded);
  }
  .link {
    min-block-size: 1.5rem;
    padding: 0.25rem 0;
    border: 0;
    background: none;
    color: var(--svc-accent-text, #6b3a57);
    font: inherit;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
`;
