// Reads QR codes from the camera: by the browser where it can, else by a small program beside the page.

import { paintKnown, saysKnown, wideKnown } from './known-code.ts'

type Reads = (video: HTMLVideoElement) => Promise<string | undefined>
type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats?: () => Promise<string[]> }

const wide = 640
const high = 480
/** In milliseconds, from the beginning of one look to that of the next. A slow phone rests in between all the same. */
const [often, rest] = [100, 20]

export type Camera = {
  stream: MediaStream
  /** Undefined where the camera has no light. */
  light: ((on: boolean) => Promise<void>) | undefined
  stop(): void
}

/** Starts the camera and calls back with each code it sees. Throws where there is no camera, or it is not allowed. */
export async function startCamera(video: HTMLVideoElement, seen: (text: string) => void): Promise<Camera> {
  if (!navigator.mediaDevices) throw new Error('no camera')
  // It becomes quick while the camera opens.
  const reading = reader()
  reading.catch(() => undefined)
  const wish = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: wish })
  const reads = await reading
  video.srcObject = stream
  await video.play()
  let stopped = false
  const look = async () => {
    while (!stopped) {
      const began = performance.now()
      const text = video.readyState >= 2 ? await reads(video).catch(() => undefined) : undefined
      if (text && !stopped) seen(text)
      const pause = Math.max(rest, often - (performance.now() - began))
      await new Promise((next) => setTimeout(next, pause))
    }
  }
  void look()
  const stop = () => {
    stopped = true
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  return { stream, light: lightOf(stream), stop }
}

function lightOf(stream: MediaStream): Camera['light'] {
  const track = stream.getVideoTracks()[0]
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !can?.torch) return undefined
  return (on) => track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}

let chosen: Promise<Reads> | undefined
const reader = (): Promise<Reads> => {
  chosen ??= choose()
  return chosen
}

async function choose(): Promise<Reads> {
  const detector = await browsersOwn().catch(() => undefined)
  if (detector) return async (video) => (await detector.detect(video))[0]?.rawValue
  return besides()
}

async function browsersOwn(): Promise<Detector | undefined> {
  const { BarcodeDetector } = window as { BarcodeDetector?: Detectors }
  if (!BarcodeDetector) return undefined
  const formats = (await BarcodeDetector.getSupportedFormats?.()) ?? []
  if (!formats.includes('qr_code')) return undefined
  const detector = new BarcodeDetector({ formats: ['qr_code'] })
  const [found] = await detector.detect(knownCode())
  return found?.rawValue === saysKnown ? detector : undefined
}

function knownCode(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = wideKnown
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, wideKnown, wideKnown)
  pen.fillStyle = '#000'
  paintKnown((x, y, side) => pen.fillRect(x, y, side, side))
  return canvas
}

/** In a thread of its own, so that the page stays quick. */
function besides(): Reads {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module' })
  const canvas = document.createElement('canvas')
  canvas.width = wide
  canvas.height = high
  const pen = canvas.getContext('2d', { willReadFrequently: true })!
  return (video) =>
    new Promise((read) => {
      const { videoWidth, videoHeight } = video
      const part = Math.min(videoWidth / wide, videoHeight / high)
      const [left, top] = [(videoWidth - wide * part) / 2, (videoHeight - high * part) / 2]
      pen.drawImage(video, left, top, wide * part, high * part, 0, 0, wide, high)
      const { data } = pen.getImageData(0, 0, wide, high)
      worker.onmessage = ({ data: text }: MessageEvent<string>) => read(text || undefined)
      worker.onerror = () => read(undefined)
      worker.postMessage({ data, width: wide, height: high }, [data.buffer])
    })
}
