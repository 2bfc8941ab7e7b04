// Reads QR codes from the camera: by the browser where it can, else by a small program beside the page.

type Reads = (video: HTMLVideoElement) => Promise<string | undefined>
type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats?: () => Promise<string[]> }

/** A code that says HARAMBEE, a number for each row. A browser that says it can read codes has to read this one. */
const rows = [
  2081151, 1067585, 1529181, 1531229, 1531741, 1071425, 2086271, 5888, 1559932, 305443, 1264286, 406576, 1634972, 6119,
  2082144, 1070056, 1528106, 1531184, 1529504, 1065005, 2086540,
]
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
  const wish = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: wish })
  const reads = await reader()
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
  const [found] = await detector.detect(testCode())
  return found?.rawValue === 'HARAMBEE' ? detector : undefined
}

function testCode(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = (rows.length + 8) * 8
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  rows.forEach((row, y) => {
    for (let x = 0; x < rows.length; x++)
      if ((row >> (rows.length - 1 - x)) & 1) pen.fillRect((x + 4) * 8, (y + 4) * 8, 8, 8)
  })
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
