/** Why there is no picture of a camera. */
export type CameraProblem = 'refused' | 'missing' | 'busy';

/** A page without https, or in a frame that was not given `allow="camera"`, has no camera to ask for. */
export const mayHaveCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Asks for the camera that looks at the visitor; sound is never asked for. */
export async function openCamera(): Promise<MediaStream | { problem: CameraProblem }> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'user', width: { ideal: 1_280 }, height: { ideal: 960 } },
    });
  } catch (error) {
    return { problem: toCameraProblem((error as Error).name) };
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function toCameraProblem(name: string): CameraProblem {
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}
