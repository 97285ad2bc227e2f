import { css } from 'lit';

/** Options as cards, colors or rows; the native control shows what is chosen. */
export const choiceStyles = css`
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
    .tick.swatch {
      forced-color-adjust: none;
    }
    .tick.swatch:checked::before {
      display: block;
    }
  }
`;
