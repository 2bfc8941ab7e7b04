import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { PictureField } from '#app/base/pictures/picture-field.tsx'
import {
  endDateMax,
  locationDefault,
  locationMax,
  type OwnCategory,
  type ShownCategory,
  titleMax,
} from '#app/drives/drive/drive.ts'
import { CategoryOptions, categoryValue, KeptFields, SloganField } from '#app/drives/drive/drive-fields.tsx'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type InfoFormProps = { drive: InfoDrive; today: string; first?: Answer }

/**
 * Edits a drive's facts. Typed text survives leaving the page, also by force, such as when the session has ended
 * elsewhere: it is there again, on the version it was typed over.
 */
function InfoForm({ drive, today, first }: InfoFormProps) {
  const draft = useDraft(`info of ${drive.slug}`)
  const before = first ?? (draft.kept && { ok: false, typed: draft.kept })
  return (
    <div key={draft.round} className="grid gap-5">
      <Fields {...{ drive, today, before }} onTyped={draft.keep} onSettled={draft.forget} />
      {draft.kept && !first && <KeptFields onThrowAway={draft.throwAway} />}
    </div>
  )
}

type FieldsProps = {
  drive: InfoDrive
  today: string
  before: Answer | undefined
  onTyped: (form: HTMLFormElement, more?: Record<string, string>) => void
  onSettled: () => void
}

/**
 * Keeps the version it began with: when another window has saved a newer one, saving from here is refused, and nothing
 * that was typed is lost by that.
 */
function Fields({ drive, today, before, onTyped, onSettled }: FieldsProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [uploading, setUploading] = useState(false)
  const begun = useBegun(drive, form, before)
  const settled = (then: () => void) => {
    onSettled()
    then()
  }
  const { Form, busy, answer } = useFormAction({ onDone: () => settled(begun.saved) })
  const latest = answer ?? before
  const shown = latest === begun.past ? undefined : latest
  // After one's own save, the newer version is one's own.
  const overtaken = begun.changed && begun.overtaken && drive.version !== answer?.gave?.version
  const keep = (more?: Record<string, string>) => form.current && onTyped(form.current, more)
  return (
    <>
      <Form
        ref={form}
        method="post"
        action={`/fund-drive/${drive.slug}/info/save`}
        encType="multipart/form-data"
        onInput={() => {
          begun.note()
          keep()
        }}
        onSubmit={begun.sending}
        className="grid gap-5"
      >
        <Standing answer={shown} overtaken={overtaken} onAnew={() => settled(() => begun.begin(answer ?? before))} />
        <input type="hidden" name="version" value={begun.base.version} />
        <InfoFields
          key={begun.round}
          drive={begun.base}
          today={today}
          answer={{ ok: false, errors: shown?.errors, typed: begun.round === 0 ? before?.typed : undefined }}
          onPicture={(image) => {
            begun.touch()
            keep({ image })
          }}
          onUploading={setUploading}
        />
        <Button
          busy={busy || uploading}
          busyText={uploading ? t`Uploading...` : t`Saving...`}
          className="sm:justify-self-start"
        >
          {t`Save Settings`}
        </Button>
      </Form>
      <Unsaved when={begun.changed} form={form} answer={answer} busy={busy || uploading} />
    </>
  )
}

/** Shows why nothing was saved, or why nothing could be, for as long as that is true. */
function Standing({ answer, overtaken, onAnew }: { answer?: Answer; overtaken: boolean; onAnew: () => void }) {
  if (!overtaken) return <Refused answer={answer} />
  return (
    <Notice
      tone="warn"
      title={<Trans>This was changed in another window</Trans>}
      action={
        <Button type="button" variant="secondary" size="small" onClick={onAnew} className="needs-script">
          <Trans>Show what is there now</Trans>
        </Button>
      }
    >
      <Trans>What you typed is still here, but it can’t be saved over the newer version.</Trans>
    </Notice>
  )
}

type Versioned = { version: number }

/**
 * Keeps a form on the version it began with, while newer ones may come in from other windows. Tells whether it has
 * unsaved changes. A new round draws its fields again, from the newest version.
 */
function useBegun<Thing extends Versioned>(newest: Thing, form: RefObject<HTMLFormElement | null>, first?: Answer) {
  // A form that came back without a script still is on the version it was sent with.
  const [base, setBase] = useState(() => ({ ...newest, version: Number(first?.typed?.version ?? newest.version) }))
  const [{ round, past }, setRound] = useState<{ round: number; past?: Answer }>({ round: 0 })
  const [changed, setChanged] = useState(Boolean(first && !first.ok))
  const untouched = useRef('')
  const sent = useRef('')
  const begin = (past?: Answer) => {
    setBase(newest)
    setRound({ round: round + 1, past })
    setChanged(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round has new fields
  useEffect(() => {
    untouched.current = textOf(asDrawn(form.current))
    if (textOf(form.current) !== untouched.current) setChanged(true)
  }, [round])
  const overtaken = newest.version !== base.version
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is newer is shown at once while nothing is typed
  useEffect(() => {
    if (overtaken && !changed) begin(past)
  }, [overtaken, changed])
  return {
    base,
    round,
    /** An answer that concerns an earlier round. */
    past,
    changed,
    overtaken,
    begin,
    touch: () => setChanged(true),
    note: () => setChanged(textOf(form.current) !== untouched.current),
    sending: () => {
      sent.current = textOf(form.current)
    },
    /** Text typed while the form was being sent is not saved yet: it stays, on the version just saved. */
    saved: () => (textOf(form.current) === sent.current ? begin() : setBase(newest)),
  }
}

/** On a slow phone people type before the script runs: the fields then hold more than was drawn. */
function asDrawn(form: HTMLFormElement | null) {
  const copy = form && (form.cloneNode(true) as HTMLFormElement)
  copy?.reset()
  return copy
}

const textOf = (form: HTMLFormElement | null) =>
  form ? JSON.stringify([...new FormData(form)].filter(([, value]) => typeof value === 'string')) : ''

/** The form with its heading, as it is on its own page and where a save without a script ends up. */
export function InfoCard(props: { drive: InfoDrive; today: string; first?: Answer }) {
  return (
    <Card title={<Trans>Fund Drive Information</Trans>} text={<Trans>Manage your fund drive details</Trans>}>
      <InfoForm {...props} />
    </Card>
  )
}

/** Picks the fields of a drive that the Info page needs. */
export const infoOf = ({
  slug,
  version,
  title,
  category,
  slogan,
  goal,
  collects,
  endDate,
  location,
  ownImage: image,
}: Omit<InfoDrive, 'image' | 'own'> & { ownImage: string | null }) => ({
  slug,
  version,
  title,
  category,
  slogan,
  goal,
  collects,
  endDate,
  location,
  image,
})

export type InfoDrive = {
  slug: string
  version: number
  title: string
  category: ShownCategory
  slogan: string
  goal: number
  collects: boolean
  endDate: string | null
  location: string
  image: string | null
  /** The operator's categories that it may have. */
  own: OwnCategory[]
}

type InfoFieldsProps = {
  drive: InfoDrive
  today: string
  answer: Answer
  onPicture: (image: string) => void
  onUploading: (busy: boolean) => void
}

/** Shows the fields of a drive besides its story, with their current values. */
function InfoFields({ drive, today, answer, onPicture, onUploading }: InfoFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-start sm:*:min-w-0">
      <div className="sm:col-span-2">
        <Field name="title" label={<Trans>Fund Drive Title</Trans>} answer={answer} required>
          <Input defaultValue={drive.title} maxLength={titleMax} autoComplete="off" />
        </Field>
      </div>
      <Field name="category" label={<Trans>Category</Trans>} answer={answer} required>
        <Select defaultValue={categoryValue(drive.category)}>
          <CategoryOptions own={drive.own} />
        </Select>
      </Field>
      <Field name="location" label={<Trans>Location</Trans>} answer={answer}>
        <Input defaultValue={drive.location} placeholder={locationDefault} maxLength={locationMax} />
      </Field>
      <div className="sm:col-span-2">
        <SloganField answer={answer} defaultValue={drive.slogan} />
      </div>
      <MoneyField
        name="goal"
        label={<Trans>Goal Amount (KES)</Trans>}
        answer={answer}
        defaultValue={inShillings(drive.goal)}
        required={drive.collects}
        hint={drive.collects ? undefined : <Trans>Shown once the fund drive collects donations.</Trans>}
      />
      <EndDate endDate={drive.endDate} today={today} answer={answer} />
      <div id="picture" className="grid scroll-mt-20 gap-3 sm:col-span-2">
        <PictureField
          label={<Trans>Featured Image</Trans>}
          answer={answer}
          defaultValue={drive.image ?? ''}
          onChange={onPicture}
          onBusy={onUploading}
          button
        />
        {drive.image && <Checkbox name="noImage" label={<Trans>Show no image</Trans>} className="without-script" />}
      </div>
    </div>
  )
}

/** Formats an amount as people type it: no currency, cents only if there are any. */
const inShillings = (cents: number) => (cents === 0 ? '' : (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2))

/** A drive that has ended keeps its day; another day is today or later. */
function EndDate({ endDate, today, answer }: { endDate: string | null; today: string; answer: Answer }) {
  const { t } = useLingui()
  const first = endDate !== null && endDate < today ? endDate : today
  return (
    <Field name="endDate" label={<Trans>End Date</Trans>} answer={answer} optional>
      <Input
        type="date"
        defaultValue={endDate ?? ''}
        min={first}
        max={endDateMax}
        title={t`Please choose today or a later day.`}
      />
    </Field>
  )
}
