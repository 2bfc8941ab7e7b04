import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { guestsMax, isOver, type VisitDays, visitMessageMax, visitorNameMax, visitTexts, visitTimes } from './visit.ts'

/** The form's data from the server: its days, and a key so that sending it twice books once. */
export type Booking = { key: string; days: VisitDays }

type VisitFormProps = {
  slug: string
  booking: Booking
  /** Text typed before, or the form action's answer in a browser without a script. */
  first?: Answer
  onBooked?: () => void
  /** Called while a person types, with everything that was typed. */
  onTyped?: (typed: Record<string, string>) => void
}

/** Asks to come by: who, when, and how many. */
export function VisitForm({ slug, booking, first, onBooked, onTyped }: VisitFormProps) {
  const { t } = useLingui()
  const [key, setKey] = useState(booking.key)
  const [over, setOver] = useState(false)
  const {
    Form,
    busy,
    answer = first,
  } = useFormAction({
    onDone: (form, { gave }) => {
      form?.reset()
      if (gave?.key) setKey(String(gave.key))
      onBooked?.()
    },
  })
  const look = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>
    // Warns while the form is filled in; the server refuses it.
    setOver(isOver(typed.date ?? '', typed.time ?? '', new Date()))
    onTyped?.(typed)
  }
  return (
    <Form method="post" action={`/fundraiser/${slug}/book-visit`} onInput={look} className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <Who answer={answer} />
      <When answer={answer} days={booking.days} over={over} />
      <Field label={<Trans>Message</Trans>} name="message" answer={answer} optional>
        <TextArea rows={3} maxLength={visitMessageMax} />
      </Field>
      <p className="text-muted text-sm">
        <Trans>
          Your details go to the organiser of this fundraiser, who uses them to arrange your visit. They are shown to
          nobody else.
        </Trans>
      </p>
      <Button busy={busy} busyText={t`Sending...`} wide>
        <Trans>Ask to visit</Trans>
      </Button>
    </Form>
  )
}

function Who({ answer }: { answer?: Answer }) {
  const { t } = useLingui()
  return (
    <>
      <Field label={<Trans>Full Name</Trans>} name="name" answer={answer} required>
        <Input autoComplete="name" maxLength={visitorNameMax} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={<Trans>Email</Trans>} name="email" answer={answer} required>
          <Input type="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field label={<Trans>Phone</Trans>} name="phone" answer={answer} required>
          <Input type="tel" autoComplete="tel" maxLength={30} placeholder={t`0712 345 678`} />
        </Field>
      </div>
    </>
  )
}

type WhenProps = { answer?: Answer; days: VisitDays; over: boolean }

/** Chooses when; begins at the next time that is free. */

function When({ answer, days, over }: WhenProps) {
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <Field label={<Trans>Visit Date</Trans>} name="date" answer={answer} required>
        <Input
          type="date"
          defaultValue={days.next.day}
          min={days.first}
          max={days.last}
          title={t`Please choose today or a later day.`}
        />
      </Field>
      <Field
        label={<Trans>Visit Time</Trans>}
        name="time"
        answer={answer}
        required
        error={over ? i18n._(visitTexts.timePast) : undefined}
      >
        <Select defaultValue={days.next.time}>
          {visitTimes.map((time) => (
            <option key={time}>{time}</option>
          ))}
        </Select>
      </Field>
      <Field label={<Trans>Number of Guests</Trans>} name="guests" answer={answer}>
        <Select defaultValue="1">
          {Array.from({ length: guestsMax - 1 }, (_, at) => at + 1).map((count) => (
            <option key={count} value={count}>
              <Plural value={count} one="# Guest" other="# Guests" />
            </option>
          ))}
          <option value={guestsMax}>
            <Trans>5+ Guests</Trans>
          </option>
        </Select>
      </Field>
    </div>
  )
}
