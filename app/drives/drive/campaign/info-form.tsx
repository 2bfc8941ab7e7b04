import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { KeptFields } from '../kept.tsx'
import { type InfoDrive, InfoFields } from './info-fields.tsx'

type InfoFormProps = { drive: InfoDrive; today: string; first?: Answer }

/**
 * Edits a drive's facts. Typed text survives leaving the page, also by force, such as when the session has ended
 * elsewhere: it is there again, on the version it was typed over.
 */
export function InfoForm({ drive, today, first }: InfoFormProps) {
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
