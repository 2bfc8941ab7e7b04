import { Trans, useLingui } from '@lingui/react/macro'
import { Flashlight, ScanQrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import type { Phone } from './phone.ts'
import { type Camera, startCamera } from './scanner.ts'

/** In milliseconds: one code that stays before the camera is one guest. */
const same = 4000

/** The camera, and what it may do. Without one the field below takes codes and names. */
export function ScanPart({ phone }: { phone: Phone }) {
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

/** The camera is let go of when the page is hidden, and asked for again when it is back. */
function useCamera(phone: Phone) {
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

/** Each code once while it stays in sight, and none while somebody decides. */
function onceEach(meet: (text: string) => void, waits: () => boolean) {
  let last = { text: '', at: 0 }
  return (text: string) => {
    const isSame = text === last.text && Date.now() - last.at < same
    if (isSame || !waits()) last = { text, at: Date.now() }
    if (!isSame && !waits()) meet(text)
  }
}
