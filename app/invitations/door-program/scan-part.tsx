import { Trans, useLingui } from '@lingui/react/macro'
import { Flashlight, ScanQrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { paintKnown, saysKnown, wideKnown } from './known-code.ts'
import type { DoorPhone } from './phone.ts'

/** In milliseconds: a code that stays before the camera for so long is one guest. */
const same = 4000

/** The camera, and its controls. Without a camera the field below takes codes and names. */
export function ScanPart({ phone }: { phone: DoorPhone }) {
  const { t } = useLingui()
  const { video, camera, wanted, failed, start, stop } = useCamera(phone)
  const [lit, setLit] = useState(false)
  const light = camera?.light
  const turnLight = async () => {
    await light?.(!lit).catch(() => {})
    setLit(!lit)
  }
  return (
    <section aria-label={t`Camera`} className="grid gap-3">
      <video
        ref={video}
        playsInline
        muted
        hidden={!camera}
        className="aspect-4/3 w-full rounded-card bg-well object-cover"
      />
      {failed && (
        <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
          <Trans>The camera can't be used here. Type the code that is on the pass, or search for the name.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {wanted ? (
          <Button type="button" variant="secondary" className="flex-1" onClick={stop}>
            <Trans>Stop the camera</Trans>
          </Button>
        ) : (
          <Button
            type="button"
            size="large"
            wide
            icon={<ScanQrCode aria-hidden="true" className="size-6" />}
            onClick={start}
          >
            <Trans>Scan passes</Trans>
          </Button>
        )}
        {light && (
          <Button
            type="button"
            variant="secondary"
            aria-pressed={lit}
            icon={<Flashlight aria-hidden="true" className="size-5" />}
            onClick={() => void turnLight()}
          >
            <Trans>Light</Trans>
          </Button>
        )}
      </div>
      {wanted && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            checked={phone.express}
            onChange={({ currentTarget }) => phone.setExpress(currentTarget.checked)}
          />
          <Trans>Express: let whole parties in without a tap when all is well</Trans>
        </label>
      )}
    </section>
  )
}

/** Releases the camera while the page is hidden, and asks for it again when it is back. */
function useCamera(phone: DoorPhone) {
  const video = useRef<HTMLVideoElement>(null)
  const [wanted, setWanted] = useState(false)
  const [camera, setCamera] = useState<Camera>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!wanted) return
    let now: Camera | undefined
    let gone = false
    const seen = onceEach(
      (text) => void phone.meet(text, 'scan'),
      () => Boolean(phone.shown && !phone.shown.done),
    )
    const begin = async () => {
      const made = await startCamera(video.current!, seen).catch(() => undefined)
      if (gone || document.visibilityState === 'hidden') return made?.stop()
      now = made
      setCamera(made)
      setFailed(!made)
      if (!made) setWanted(false)
    }
    const end = () => {
      now?.stop()
      now = undefined
      setCamera(undefined)
    }
    const turn = () => (document.visibilityState === 'hidden' ? end() : void begin())
    void begin()
    document.addEventListener('visibilitychange', turn)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', turn)
      end()
    }
  }, [wanted, phone])
  return { video, camera, wanted, failed, start: () => setWanted(true), stop: () => setWanted(false) }
}

/** Reports each code once while it stays in sight, and none while the helper decides. */
function onceEach(meet: (text: string) => void, waits: () => boolean) {
  let last = { text: '', at: 0 }
  return (text: string) => {
    const isSame = text === last.text && Date.now() - last.at < same
    if (isSame || !waits()) last = { text, at: Date.now() }
    if (!isSame && !waits()) meet(text)
  }
}

// Readers of QR codes from the camera: the browser's where it has one, else a small program beside the page.

type Reads = (video: HTMLVideoElement) => Promise<string | undefined>
type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> }
type Detectors = { new (options: { formats: string[] }): Detector; getSupportedFormats?: () => Promise<string[]> }

const wide = 640
const high = 480
/** In milliseconds, from the beginning of one look to that of the next. A slow phone still pauses in between. */
const [often, rest] = [100, 20]

type Camera = {
  stream: MediaStream
  /** Undefined if the camera has no light. */
  light: ((on: boolean) => Promise<void>) | undefined
  stop(): void
}

/** Starts the camera and calls back with each code it sees. Throws if there is no camera, or it is not allowed. */
async function startCamera(video: HTMLVideoElement, seen: (text: string) => void): Promise<Camera> {
  if (!navigator.mediaDevices) throw new Error('no camera')
  // The reader warms up while the camera opens.
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

/** Reads codes in a worker thread, so that the page stays quick. */
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
