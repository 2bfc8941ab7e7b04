import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { occasionKinds, occasionKindWords, occasionMost } from './occasion.ts'

/** The first values of the fields, as the form has them. */
type Typed = Partial<Record<string, string>>
type OccasionFormProps = {
  to: string
  version: number
  typed: Typed
  switches: Switches
  first: Answer | undefined
}
type Part = { typed: Typed; answer: Answer | undefined }

/** The form for all details of an occasion. */
export function OccasionForm({ to, version, typed, switches, first }: OccasionFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  // A save in another window reloads this page: the form keeps the version that it shows.
  const [shown] = useState(version)
  return (
    <Form method="post" action={to} className="grid gap-4 *:min-w-0">
      <Refused answer={answer} />
      <input type="hidden" name="version" value={answer?.typed?.version ?? shown} />
      <What {...{ typed, answer }} />
      <Where {...{ typed, answer }} />
      <Seats {...{ typed, answer }} />
      <Card title={<Trans>What guests may see and do</Trans>}>
        <SwitchFields switches={switches} answer={answer} />
      </Card>
      <Changing>
        <Button size="large" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save occasion</Trans>
        </Button>
      </Changing>
    </Form>
  )
}

const pair = 'grid items-start gap-5 sm:grid-cols-2'

function What({ typed, answer }: Part) {
  const { i18n } = useLingui()
  return (
    <Card title={<Trans>What and when</Trans>}>
      <div className="grid gap-5">
        <div className={pair}>
          <Field label={<Trans>Name of the occasion</Trans>} name="name" answer={answer} required>
            <Input defaultValue={typed.name} maxLength={occasionMost.name} autoComplete="off" />
          </Field>
          <Field label={<Trans>Kind</Trans>} name="kind" answer={answer} required>
            <Select defaultValue={typed.kind}>
              {occasionKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {i18n._(occasionKindWords[kind])}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <div className={pair}>
          <Moment day="day" time="time" label={<Trans>Begins on</Trans>} required {...{ typed, answer }} />
          <Moment day="endDay" time="endTime" label={<Trans>Ends on</Trans>} {...{ typed, answer }} />
        </div>
        <ZoneField answer={answer} zone={typed.zone ?? 'Africa/Nairobi'} />
        <More part={['programme', 'dress']} {...{ typed, answer }}>
          <Field label={<Trans>Programme</Trans>} name="programme" answer={answer} optional>
            <TextArea rows={4} defaultValue={typed.programme} maxLength={occasionMost.programme} />
          </Field>
          <Field label={<Trans>Dress</Trans>} name="dress" answer={answer} optional>
            <Input defaultValue={typed.dress} maxLength={occasionMost.dress} autoComplete="off" />
          </Field>
        </More>
      </div>
    </Card>
  )
}

/** The rarely needed fields, folded unless one is used or wrong. */
function More({ part, typed, answer, children }: Part & { part: string[]; children: React.ReactNode }) {
  const isUsed = part.some((name) => typed[name] || answer?.typed?.[name] || answer?.errors?.[name])
  return (
    <Folded open={isUsed} title={<Trans context="form">More</Trans>}>
      <div className="grid gap-5 pt-2">{children}</div>
    </Folded>
  )
}

type MomentProps = Part & { day: string; time: string; label: React.ReactNode; required?: boolean }

/** A day and a time as the clocks of the occasion's zone show them. */
function Moment({ day, time, label, required, typed, answer }: MomentProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Field label={label} name={day} answer={answer} required={required}>
        <Input type="date" defaultValue={typed[day]} />
      </Field>
      <Field label={<Trans>at</Trans>} name={time} answer={answer} required={required}>
        <Input type="time" defaultValue={typed[time]} />
      </Field>
    </div>
  )
}

function Where({ typed, answer }: Part) {
  return (
    <Card title={<Trans>Where</Trans>}>
      <div className="grid gap-5">
        <div className={pair}>
          <Field label={<Trans>Place</Trans>} name="place" answer={answer} optional>
            <Input defaultValue={typed.place} maxLength={occasionMost.place} autoComplete="off" />
          </Field>
          <Field
            label={<Trans>Landmark</Trans>}
            name="landmark"
            answer={answer}
            optional
            hint={<Trans>Such as: behind the Total station, blue gate.</Trans>}
          >
            <Input defaultValue={typed.landmark} maxLength={occasionMost.place} autoComplete="off" />
          </Field>
        </div>
        <More part={['travel', 'map', 'lat', 'lng', 'stream']} {...{ typed, answer }}>
          <Field label={<Trans>How to get there</Trans>} name="travel" answer={answer} optional>
            <TextArea rows={2} defaultValue={typed.travel} maxLength={occasionMost.travel} />
          </Field>
          <Field label={<Trans>Link to a map</Trans>} name="map" answer={answer} optional>
            <Input defaultValue={typed.map} inputMode="url" autoComplete="off" placeholder="https://" />
          </Field>
          <div className={pair}>
            <Field label={<Trans>Latitude</Trans>} name="lat" answer={answer} optional>
              <Input defaultValue={typed.lat} inputMode="decimal" autoComplete="off" placeholder="-1.28333" />
            </Field>
            <Field label={<Trans>Longitude</Trans>} name="lng" answer={answer} optional>
              <Input defaultValue={typed.lng} inputMode="decimal" autoComplete="off" placeholder="36.81667" />
            </Field>
          </div>
          <Field label={<Trans>Link to a livestream</Trans>} name="stream" answer={answer} optional>
            <Input defaultValue={typed.stream} inputMode="url" autoComplete="off" placeholder="https://" />
          </Field>
        </More>
      </div>
    </Card>
  )
}

function Seats({ typed, answer }: Part) {
  return (
    <Card title={<Trans>Seats and answers</Trans>}>
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-3">
          <Field
            label={<Trans>Seats in all</Trans>}
            name="capacity"
            answer={answer}
            optional
            hint={<Trans>Empty: no limit.</Trans>}
          >
            <Input defaultValue={typed.capacity} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field
            label={<Trans>Extra people</Trans>}
            name="plusOnes"
            answer={answer}
            required
            hint={<Trans>How many more than their seats a guest may bring, 0 to 5.</Trans>}
          >
            <Input defaultValue={typed.plusOnes ?? '0'} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field
            label={<Trans>Most people by the open link</Trans>}
            name="partyMost"
            answer={answer}
            required
            hint={<Trans>In one answer, 1 to 20.</Trans>}
          >
            <Input defaultValue={typed.partyMost ?? '4'} inputMode="numeric" autoComplete="off" />
          </Field>
        </div>
        <div className="max-w-md">
          <Moment day="untilDay" time="untilTime" label={<Trans>Answers until</Trans>} {...{ typed, answer }} />
        </div>
      </div>
    </Card>
  )
}

/** The switches of an occasion, for its host. */
export type Switches = Record<
  'shared' | 'approves' | 'waits' | 'showsCount' | 'showsList' | 'streamOpen' | 'walkIns',
  boolean
>

/** The switches of a new occasion. */
export const usualSwitches: Switches = {
  shared: false,
  approves: false,
  waits: true,
  showsCount: true,
  showsList: false,
  streamOpen: false,
  walkIns: true,
}

/** The switches' fields. Each is sent as 'on', or not at all. */
function SwitchFields({ switches, answer }: { switches: Switches; answer: Answer | undefined }) {
  const one = (name: keyof Switches, label: ReactNode, hint?: ReactNode) => (
    <Switch
      key={name}
      name={name}
      label={label}
      hint={hint}
      defaultChecked={answer?.typed ? answer.typed[name] === 'on' : switches[name]}
    />
  )
  return (
    <div className="grid gap-3">
      {one(
        'shared',
        <Trans>Anybody with the open link may answer</Trans>,
        <Trans>Off: only guests on your list, each with a link of their own.</Trans>,
      )}
      {one('approves', <Trans>I approve answers by the open link</Trans>)}
      {one(
        'waits',
        <Trans>Keep a waitlist when it is full</Trans>,
        <Trans>A free seat is offered to the first in line whose party fits.</Trans>,
      )}
      {one('showsCount', <Trans>Guests see how many come</Trans>)}
      {one('showsList', <Trans>Guests see who comes</Trans>, <Trans>Only the names of those who agree to it.</Trans>)}
      {one(
        'streamOpen',
        <Trans>The livestream is for everyone</Trans>,
        <Trans>Off: only for guests with a link of their own.</Trans>,
      )}
      {one('walkIns', <Trans>The door lets in people who are not on the list</Trans>)}
    </div>
  )
}

/** The time zones of most guests and hosts; every other zone can be typed. */
const known = [
  'Africa/Nairobi',
  'Africa/Kampala',
  'Africa/Dar_es_Salaam',
  'Africa/Kigali',
  'Africa/Lagos',
  'Africa/Accra',
  'Africa/Johannesburg',
  'Asia/Dubai',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Australia/Sydney',
]

/** The field for the time zone of an occasion's times. */
export function ZoneField({ answer, zone }: { answer: Answer | undefined; zone: string }) {
  const id = useId()
  return (
    <>
      <Field
        label={<Trans>Time zone</Trans>}
        name="zone"
        answer={answer}
        required
        hint={
          <Trans>
            Of the place where it happens, such as Africa/Nairobi. Guests elsewhere see their own time beside it.
          </Trans>
        }
      >
        <Input defaultValue={zone} list={id} autoComplete="off" spellCheck={false} maxLength={40} />
      </Field>
      <datalist id={id}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
