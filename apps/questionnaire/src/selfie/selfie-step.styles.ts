import { css } from 'lit';

export const selfieStyles = css`
  :host {
    inline-size: 100%;
    max-inline-size: 34rem;
    margin-inline: auto;
  }
  :host > div {
    display: grid;
    gap: 1.25rem;
  }
  .lead,
  .position {
    text-align: center;
  }
  .guide {
    padding: 1rem 1.25rem;
    border-radius: var(--radius);
    background: var(--svc-soft, #f3eef1);
  }
  .guide h2 {
    font-size: 1rem;
    font-weight: 650;
  }
  .guide ul {
    margin-block-start: 0.35rem;
    padding-inline-start: 1.2rem;
  }
  .agree {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.75rem;
    align-items: start;
    padding-block: 0.25rem;
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  .agree input {
    inline-size: 1.5rem;
    block-size: 1.5rem;
    margin: 0;
    accent-color: var(--svc-accent-text, #6b3a57);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.75rem;
  }
  .actions .button {
    flex: 1 1 12rem;
  }
  .frame {
    position: relative;
    overflow: hidden;
    inline-size: min(100%, 26rem);
    margin-inline: auto;
    aspect-ratio: 1;
    border-radius: calc(var(--radius) * 1.25);
    background: #1b191d;
  }
  .frame :is(video, img) {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }
  .mirrored {
    transform: scaleX(-1);
  }
  .oval {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    fill: none;
    stroke: #fff;
    stroke-width: 3;
    stroke-dasharray: 10 8;
    pointer-events: none;
  }
  .oval .shade {
    fill: rgb(0 0 0 / 45%);
    stroke: none;
  }
`;
