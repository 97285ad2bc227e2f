import { css } from 'lit';

/** The questionnaire: one question a screen, large targets, the way on always in reach. */
export const quizStyles = css`
  form {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: var(--gap);
  }
  :host {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: var(--gap);
  }
  .progress {
    display: grid;
    gap: 0.5rem;
    inline-size: 100%;
    max-inline-size: 34rem;
    margin-inline: auto;
    text-align: center;
  }
  .progress p {
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .bar {
    overflow: hidden;
    block-size: 6px;
    border-radius: 3px;
    background: var(--svc-line, #e0dee1);
  }
  .bar span {
    display: block;
    block-size: 100%;
    border-radius: 3px;
    background: var(--svc-accent, #6b3a57);
    transition: inline-size 0.35s ease;
  }
  .step {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    align-content: start;
    flex: 1;
  }
  .intro {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    overflow-wrap: anywhere;
    gap: 0.6rem;
    max-inline-size: 40rem;
    margin-inline: auto;
    text-align: center;
  }
  .hint {
    margin-block-end: 1rem;
    text-align: center;
  }
  .hint .count {
    padding-inline-start: 0.75em;
    color: var(--svc-text, #211d24);
    font-weight: 600;
  }
  .mend {
    color: var(--svc-error, #b01a1a);
    font-weight: 600;
  }
  /* Always there, so that what comes into it is said; empty it takes no room. */
  .problems:not(:has(p)) {
    position: absolute;
  }
  .mend.centered {
    text-align: center;
  }

  /* The way on */
  .way {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: 1fr auto 1fr;
    align-items: center;
    gap: 0.5rem;
    margin-inline: calc(-1 * var(--edge, 1rem));
    padding: 0.75rem var(--edge, 1rem) max(0.75rem, env(safe-area-inset-bottom));
    border-block-start: 1px solid var(--svc-line, #e0dee1);
    background: var(--svc-bg, #fff);
  }
  /* A low screen, or one that is enlarged to 400 %, is for the question. */
  @media (max-height: 24rem) {
    .way {
      position: static;
    }
  }
  .way .back {
    grid-column: 1;
    justify-self: start;
    padding-inline: 0.75rem;
  }
  .way .on {
    grid-column: 2;
    min-inline-size: min(14rem, 46vw);
  }
  .way .skip {
    grid-column: 3;
    justify-self: end;
    padding-inline: 0.75rem;
    text-align: end;
  }
  @media (max-width: 43.99rem) {
    .way {
      grid-template-columns: auto 1fr;
    }
    .way .button {
      padding-inline: 0.75rem;
    }
    .way .on {
      justify-self: stretch;
    }
    .way .on:first-child {
      grid-column: 1 / -1;
    }
    .way .skip {
      grid-column: 1 / -1;
      justify-self: center;
      min-block-size: 2.5rem;
      padding-block: 0.25rem;
    }
  }
  @media (max-width: 26rem) {
    .way .back span {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .way .back {
      min-inline-size: 3rem;
    }
  }
  [dir='rtl'] .directed,
  :host([dir='rtl']) .directed {
    transform: scaleX(-1);
  }

  /* Sending. The second click of a double click selects no text. */
  .sending[aria-busy] {
    -webkit-user-select: none;
    user-select: none;
  }
  .sending {
    display: grid;
    flex: 1;
    gap: 1rem;
    place-content: center;
    justify-items: center;
    min-block-size: 18rem;
    text-align: center;
  }
  .sending .row {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.75rem;
    margin-block-start: 0.5rem;
  }
  .dots {
    display: flex;
    gap: 0.5rem;
  }
  .dots span {
    inline-size: 0.75rem;
    block-size: 0.75rem;
    border-radius: 50%;
    background: var(--svc-accent-text, #6b3a57);
    animation: breathe 1.2s ease-in-out infinite alternate;
  }
  .dots span:nth-child(2) {
    animation-delay: 0.3s;
  }
  .dots span:nth-child(3) {
    animation-delay: 0.6s;
  }
  @keyframes breathe {
    from {
      opacity: 0.25;
      transform: scale(0.8);
    }
  }

  /* A step comes from where the visitor goes. */
  @media (prefers-reduced-motion: no-preference) {
    .step.forwards {
      animation: come 0.22s ease-out;
      --from: 16px;
    }
    .step.backwards {
      animation: come 0.22s ease-out;
      --from: -16px;
    }
    :host([dir='rtl']) .step.forwards {
      --from: -16px;
    }
    :host([dir='rtl']) .step.backwards {
      --from: 16px;
    }
    @keyframes come {
      from {
        opacity: 0;
        transform: translateX(var(--from));
      }
    }
  }
  @media (forced-colors: active) {
    .bar {
      border: 1px solid CanvasText;
    }
    .bar span {
      forced-color-adjust: none;
      background: Highlight;
    }
  }
`;
