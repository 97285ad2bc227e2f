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
    gap: var(--gap);
    align-content: start;
    flex: 1;
  }
  .intro {
    display: grid;
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
  .mend.centred {
    text-align: center;
  }

  /* Options */
  .options {
    --columns: 1;
    --between: 0.75rem;
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: var(--between);
    max-inline-size: 34rem;
    margin-inline: auto;
  }
  .options:is(.swatches, .short) {
    --columns: 2;
  }
  .options.pictures {
    --columns: 2;
    max-inline-size: 30rem;
  }
  .option {
    position: relative;
    display: flex;
    flex: 0 0 calc((100% - (var(--columns) - 1) * var(--between)) / var(--columns));
    align-items: center;
    gap: 0.75rem;
    min-inline-size: 0;
    min-block-size: 3.5rem;
    padding: 0.75rem 1rem;
    border: 2px solid var(--svc-line, #e0dee1);
    border-radius: var(--radius);
    background: var(--svc-surface, #fff);
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
    transition:
      border-color 0.15s,
      background-color 0.15s,
      box-shadow 0.15s;
  }
  .plain .option,
  .swatches .option {
    border-color: var(--svc-border, #8a868d);
  }
  .tick {
    position: relative;
    flex: none;
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    border: 2px solid var(--svc-border, #8a868d);
    border-radius: 50%;
    appearance: none;
    background: var(--svc-bg, #fff);
    outline: none;
    cursor: inherit;
    transition:
      background-color 0.15s,
      border-color 0.15s;
  }
  .tick[type='checkbox'] {
    border-radius: 0.4rem;
  }
  .tick:checked {
    border-color: var(--svc-accent, #6b3a57);
    background: var(--svc-accent, #6b3a57);
  }
  .tick::before {
    position: absolute;
    inset: 18%;
    background: var(--tick, var(--svc-on-accent, #fff));
    clip-path: polygon(13% 45%, 0 60%, 40% 95%, 100% 20%, 84% 7%, 38% 66%);
    content: '';
    opacity: 0;
    transform: scale(0.5);
    transition:
      opacity 0.15s,
      transform 0.2s;
  }
  .tick:checked::before {
    opacity: 1;
    transform: none;
  }
  .tick.swatch {
    inline-size: 2.5rem;
    block-size: 2.5rem;
    border: 1px solid var(--svc-border, #8a868d);
    background: var(--swatch);
  }
  .tick.swatch::before {
    inset: 28%;
  }
  .option:has(:focus-visible) {
    outline: 3px solid var(--svc-accent-text, #6b3a57);
    outline-offset: 3px;
  }
  .option.chosen {
    border-color: var(--svc-accent-text, #6b3a57);
    background: var(--svc-soft, #f3eef1);
    box-shadow: 0 0 0 1px var(--svc-accent-text, #6b3a57);
  }
  .option.full {
    cursor: default;
  }
  .option.full > * {
    opacity: 0.6;
  }
  .caption {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
    hyphens: auto;
    font-weight: 550;
    line-height: 1.3;
  }
  @media (max-width: 43.99rem) {
    .swatches .option {
      flex-direction: column;
      justify-content: center;
      gap: 0.5rem;
      padding: 0.75rem 0.4rem;
      font-size: 0.9375rem;
      text-align: center;
    }
    .swatches .caption {
      flex: none;
      max-inline-size: 100%;
    }
    .short .option {
      gap: 0.5rem;
      padding-inline: 0.6rem;
      font-size: 0.9375rem;
    }
  }
  .pictures .option {
    flex-direction: column;
    align-items: stretch;
    gap: 0;
    overflow: hidden;
    padding: 0;
  }
  .pictures .picture {
    overflow: hidden;
    aspect-ratio: 1;
    background: var(--svc-soft, #f3eef1);
  }
  .pictures .picture:not(:has(img)) {
    display: grid;
    place-items: center;
    color: var(--svc-accent-text, #6b3a57);
  }
  .picture .icon {
    inline-size: 2.75rem;
    block-size: 2.75rem;
    stroke-width: 1.2;
  }
  .picture img + .icon {
    display: none;
  }
  .pictures img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .pictures .caption {
    display: grid;
    place-content: center;
    padding: 0.7rem 0.6rem;
    font-size: 0.9375rem;
    text-align: center;
  }
  .pictures .tick {
    position: absolute;
    inset-block-start: 0.5rem;
    inset-inline-end: 0.5rem;
    z-index: 1;
    box-shadow: 0 0 0 2px rgb(255 255 255 / 55%);
  }
  @media (hover: hover) {
    .option:not(.full, .chosen):hover {
      border-color: var(--svc-accent-text, #6b3a57);
    }
  }
  @media (min-width: 44rem) {
    .options {
      --between: 1rem;
    }
    .options.pictures {
      max-inline-size: 46rem;
    }
    .pictures.columns-2 {
      --columns: 2;
      max-inline-size: 30rem;
    }
    .pictures.columns-3 {
      --columns: 3;
      max-inline-size: 40rem;
    }
    .pictures.columns-4 {
      --columns: 4;
    }
    .pictures.columns-5 {
      --columns: 5;
      max-inline-size: 56rem;
    }
  }

  /* Contact */
  .fields {
    display: grid;
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
    grid-template-columns: auto 1fr;
    gap: 0.75rem;
    align-items: start;
    cursor: pointer;
  }
  .agree input {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--svc-accent-text, #6b3a57);
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

  /* Sending */
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
    .option.chosen {
      outline: 3px solid Highlight;
    }
    .tick:not(.swatch) {
      appearance: auto;
    }
    .tick::before {
      display: none;
    }
    .tick.swatch,
    .bar span {
      forced-color-adjust: none;
    }
    .tick.swatch:checked::before {
      display: block;
    }
    .bar {
      border: 1px solid CanvasText;
    }
    .bar span {
      background: Highlight;
    }
  }
`;
