import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { InfoCard, infoOf } from '#app/drives/drive/campaign/info-form.tsx'
import { CardPicture, cardSize, frameFor, frames } from '#app/drives/drive/campaign/share-card.tsx'
import { ownCategoriesFor } from '#app/drives/drive/own-categories.server.ts'
import { cardPictureOf } from '#app/drives/drive/preview-picture.server.ts'
import { shortNameMax } from '#app/drives/drive/slug.ts'
import { cropOf } from '#app/kit/crop.ts'
import { type Focus, type PictureFile, smallCopy } from '#app/kit/picture.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/info.ts'
import { DriveTitle, driveContext } from './context.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  const { slug, picture, ownImage } = drive
  const origin = namedOrigin(context.get(askedContext))
  return {
    info: { drive: { ...infoOf(drive), own: await ownCategoriesFor(db, drive.category) }, today: dayAt(new Date()) },
    short: { slug, shortName: drive.shortName, origin },
    // A picture that is not the drive's own keeps its middle in sight.
    aim: picture && ownImage && isSized(picture) ? { slug, picture, card: cardPictureOf(drive) } : null,
  }
}

const isSized = (picture: PictureFile): picture is OwnPicture => picture.width !== null && picture.height !== null

export default function Info({ loaderData: { info, aim, short } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5 *:min-w-0">
      <DriveTitle page={t`Info`} />
      <InfoCard {...info} />
      <Card
        title={<Trans>Short link</Trans>}
        text={<Trans>Easy to say, to type and to scan. It appears on your poster and wherever you share.</Trans>}
      >
        <ShortLinkForm {...short} />
      </Card>
      {aim && (
        <Card
          title={<Trans>Picture focus</Trans>}
          text={<Trans>Where your picture is cropped, this point stays visible: a face, for example.</Trans>}
        >
          <FocusForm key={aim.picture.url} {...aim} />
        </Card>
      )}
    </div>
  )
}

type ShortLinkFormProps = { slug: string; shortName: string | null; origin: string }

/** A link that is short enough to be said aloud, and makes a QR code that is easy to scan. */
function ShortLinkForm({ slug, shortName, origin }: ShortLinkFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const place = `${origin.replace(/^https?:\/\//, '')}/h/`
  return (
    <Form method="post" action={`/fund-drive/${slug}/info/short-link`} className="grid gap-4">
      <Field
        name="name"
        label={<Trans>Name in your short link</Trans>}
        answer={answer}
        optional
        hint={
          <Trans>
            It follows <bdi>{place}</bdi>. Use 3 to 40 letters a–z, digits or hyphens. Your other links keep working.
          </Trans>
        }
      >
        <Input
          key={shortName}
          defaultValue={shortName ?? ''}
          maxLength={shortNameMax}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="max-w-96"
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save short link`}
      </Button>
    </Form>
  )
}

/** A picture of ours: its size is known. */
type OwnPicture = PictureFile & { width: number; height: number }
type FocusFormProps = { slug: string; picture: OwnPicture; card: string }

/** The point before one was chosen. */
const usual: Focus = { x: 50, y: 35 }

/** The point of the picture that stays in sight: chosen on the picture, by the arrow keys, or by two sliders. */
function FocusForm({ slug, picture, card }: FocusFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const saved = picture.focus ?? null
  const [focus, setFocus] = useState(saved)
  const { x, y } = focus ?? usual
  const moved = x !== (saved ?? usual).x || y !== (saved ?? usual).y
  return (
    <Form method="post" action={`/fund-drive/${slug}/info/focus`} className="grid gap-4">
      <Refused answer={answer} />
      <input type="hidden" name="picture" value={picture.url} />
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">
        <Aim picture={picture} focus={{ x, y }} onMove={setFocus} />
        <div className="grid content-start gap-2">
          <CardPicture src={card}>{moved && <Cut picture={picture} focus={{ x, y }} />}</CardPicture>
          <p className="text-muted text-sm">
            <Trans>The picture people see with your link. It changes when you save.</Trans>
          </p>
        </div>
      </div>
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2">
        <Slider name="x" label={<Trans>Left to right</Trans>} value={x} onMove={(to) => setFocus({ x: to, y })} />
        <Slider name="y" label={<Trans>Top to bottom</Trans>} value={y} onMove={(to) => setFocus({ x, y: to })} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>
          {t`Save this point`}
        </Button>
        {saved && (
          <Button name="automatic" value="on" variant="secondary" onClick={() => setFocus(null)}>
            <Trans>Choose automatically</Trans>
          </Button>
        )}
      </div>
    </Form>
  )
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const inside = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)))

type AimProps = { picture: OwnPicture; focus: Focus; onMove: (focus: Focus) => void }

/** The whole picture with the point on it. */
function Aim({ picture, focus: { x, y }, onMove }: AimProps) {
  const { t } = useLingui()
  const byPress = ({ currentTarget, clientX, clientY, detail }: MouseEvent) => {
    // A key press on the button has no position in the picture.
    if (detail === 0) return
    const box = currentTarget.getBoundingClientRect()
    onMove({
      x: inside(((clientX - box.left) / box.width) * 100),
      y: inside(((clientY - box.top) / box.height) * 100),
    })
  }
  const byKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const far = event.shiftKey ? 10 : 2
    onMove({ x: inside(x + step[0] * far), y: inside(y + step[1] * far) })
  }
  return (
    <div className="relative self-start justify-self-center overflow-hidden rounded-control bg-well sm:justify-self-start">
      <img
        src={smallCopy(picture.url, 640)}
        width={picture.width}
        height={picture.height}
        alt=""
        className="block h-auto max-h-96 w-auto max-w-full"
      />
      <span
        aria-hidden="true"
        style={{ left: `${x}%`, top: `${y}%` }}
        className="needs-script pointer-events-none absolute size-8 -translate-x-1/2 -translate-y-1/2 rounded-badge border-3 border-card shadow-float ring-2 ring-ink"
      />
      <button
        type="button"
        onClick={byPress}
        onKeyDown={byKey}
        aria-label={t`Point that stays visible: tap the picture, or use the arrow keys`}
        className="needs-script absolute inset-0 cursor-crosshair -outline-offset-4"
      />
      <p role="status" className="sr-only">
        {t`${x}% from the left, ${y}% from the top`}
      </p>
    </div>
  )
}

type SliderProps = { name: string; label: ReactNode; value: number; onMove: (value: number) => void }

function Slider({ name, label, value, onMove }: SliderProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-[0.9375rem]">
        {label}
      </label>
      <input
        id={id}
        type="range"
        name={name}
        min={0}
        max={100}
        value={value}
        onChange={(event) => onMove(Number(event.currentTarget.value))}
        className="block h-11 w-full accent-brand"
      />
    </div>
  )
}

/** The part of the photo that the point leaves in sight, over the photo of the card as it is now. */
function Cut({ picture, focus }: { picture: OwnPicture; focus: Focus }) {
  const frame = frames[frameFor(picture)]
  const { left, top, width, height } = cropOf(picture, frame, focus)
  const share = (part: number, of: number) => `${(part / of) * 100}%`
  return (
    <span
      className="absolute top-0 left-0 overflow-hidden"
      style={{ width: share(frame.width, cardSize.width), height: share(frame.height, cardSize.height) }}
    >
      <img
        src={smallCopy(picture.url, 640)}
        alt=""
        className="absolute max-w-none"
        style={{
          width: share(picture.width, width),
          height: share(picture.height, height),
          left: share(-left, width),
          top: share(-top, height),
        }}
      />
    </span>
  )
}
