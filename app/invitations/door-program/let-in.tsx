import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { doorMost } from '#app/invitations/door/event.ts'
import type { Verdict } from '#app/invitations/door/verdict.ts'
import type { Language } from '#app/kit/languages.ts'
import { briefDayThere, clockThere } from '#app/kit/zones.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Field, Input } from '#app/ui/field.tsx'
import type { DoorPhone, Shown } from './phone.ts'

const grounds: Record<Verdict['colour'], string> = {
  green: 'bg-brand text-brand-ink',
  amber: 'bg-grain text-grain-ink',
  red: 'bg-stop text-stop-ink',
  grey: 'bg-well text-ink border border-edge',
}
/** Each colour has a shape: not everybody can tell green from red. */
const shapes = { green: CircleCheck, amber: CircleAlert, red: CircleX, grey: CircleHelp }

/** The verdict on the guest at the door, and the buttons that go with it. */
export function VerdictPart({ phone, shown }: { phone: DoorPhone; shown: Shown }) {
  const { verdict, done } = shown
  const { colour, name, party } = verdict
  const Shape = shapes[colour]
  const place = useRef<HTMLElement>(null)
  const words = useVerdictWords(phone, shown)
  useEffect(() => {
    soundOf(verdict.colour)
    place.current?.focus()
  }, [verdict])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-live="assertive"
      className={cx('grid gap-3 rounded-card p-5 outline-none *:min-w-0', grounds[colour])}
    >
      <div className="flex items-start gap-3">
        <Shape aria-hidden="true" className="mt-0.5 size-9 shrink-0" strokeWidth={2.5} />
        <div className="min-w-0">
          <h2 className="text-2xl">{words}</h2>
          <When phone={phone} verdict={verdict} />
          {name && (
            <p className="wrap-anywhere font-semibold text-xl" dir="auto">
              {name}
            </p>
          )}
          {party > 0 && (
            <p className="text-lg">
              <Plural value={party} one="For # person" other="For # people" />
            </p>
          )}
        </div>
      </div>
      {done ? <Done phone={phone} shown={shown} /> : <Ways phone={phone} verdict={verdict} />}
    </section>
  )
}

/** When a pass became invalid, or when its own occasion begins. */
function When({ phone, verdict: { when, word } }: { phone: DoorPhone; verdict: Verdict }) {
  const { i18n } = useLingui()
  if (when === null) return null
  const { zone } = phone.book.head!.occasion
  const [language, at] = [i18n.locale as Language, new Date(when)]
  // A date must not break over two lines.
  const [day, time] = [briefDayThere(language, at, zone).replaceAll(' ', '\u00a0'), clockThere(language, at, zone)]
  return (
    <p className="text-lg">
      {word === 'elsewhere' ? (
        <Trans>
          It begins on {day}, {time}.
        </Trans>
      ) : (
        <Trans>
          That was on {day}, {time}.
        </Trans>
      )}
    </p>
  )
}

/** Returns the words of the verdict, with who came when and where. */
function useVerdictWords(phone: DoorPhone, { verdict }: Shown): string {
  const { t, i18n } = useLingui()
  const { word, last, came, party, occasion = '' } = verdict
  const { zone } = phone.book.head!.occasion
  const time = last ? clockThere(i18n.locale as Language, new Date(last.at), zone) : ''
  const door = last ? phone.book.doorName(last.door) : ''
  const words: Record<Verdict['word'], string> = {
    welcome: t`Welcome`,
    newer: t`Real pass, newer than this list`,
    some: t`${came} of ${party} came at ${time}, ${door}`,
    all: t`Let in at ${time}, ${door}`,
    maybe: t`Said Maybe`,
    unanswered: t`Has not said Yes`,
    declined: t`Said No`,
    waiting: t`Is on the waitlist`,
    replaced: t`This pass was replaced. Ask for the new one.`,
    withdrawn: t`This invitation was withdrawn`,
    elsewhere: t`A pass for another occasion: ${occasion}`,
    cancelled: t`This occasion was cancelled`,
    forged: t`Not one of our passes`,
    'no name': t`Nobody of this name is on the list.`,
    'no number': t`Nobody on the list has this number.`,
    nothing: t`This is no pass`,
  }
  return words[word]
}

function Ways({ phone, verdict }: { phone: DoorPhone; verdict: Verdict }) {
  const { lets, party, came, taps, word, name } = verdict
  const isNobody = word === 'no name' || word === 'no number'
  // Where two taps are needed, the numbers come with the second one.
  const [sure, setSure] = useState(false)
  const asks = lets.length > 0 && (taps === 2 || word === 'all') && !sure
  return (
    <>
      <TroubleLine phone={phone} />
      {isNobody && phone.book.head!.occasion.walkIns && <WalkIn phone={phone} first={name} />}
      {asks && (
        <Button type="button" variant="secondary" size="large" wide onClick={() => setSure(true)}>
          <Trans>Let in anyway</Trans>
        </Button>
      )}
      {!asks && lets.length > 0 && <Numbers lets={lets} isAll={came === 0 && lets[0] === party} letIn={phone.letIn} />}
      <Button type="button" variant="secondary" size="large" wide onClick={phone.close}>
        {lets.length > 0 ? <Trans>Turn back</Trans> : <Trans context="guest">Next</Trans>}
      </Button>
    </>
  )
}

type NumbersProps = { lets: number[]; isAll: boolean; letIn: (people: number) => Promise<void> }

/** The buttons: all of the party with one tap; fewer in a row below. */
function Numbers({ lets, isAll, letIn }: NumbersProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [most = 1, ...fewer] = lets
  const tap = async (people: number) => {
    if (busy) return
    setBusy(true)
    await letIn(people)
    setBusy(false)
  }
  return (
    <>
      <Button type="button" variant="secondary" size="large" wide busy={busy} onClick={() => void tap(most)}>
        {isAll && most > 1 ? <Trans>Let all {most} in</Trans> : <Plural value={most} one="Let # in" other="Let # in" />}
      </Button>
      {fewer.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {fewer.map((people) => (
            <Button
              key={people}
              type="button"
              variant="secondary"
              className="min-w-13 flex-1"
              aria-label={t`${plural(people, { one: 'Let # in', other: 'Let # in' })}`}
              onClick={() => void tap(people)}
            >
              {people}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

function Done({ phone, shown: { done } }: { phone: DoorPhone; shown: Shown }) {
  return (
    <>
      <p className="font-semibold text-lg">
        <Plural value={done!.people} one="# person let in" other="# people let in" />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="secondary" size="large" className="flex-1" onClick={phone.close}>
          <Trans context="guest">Next</Trans>
        </Button>
        <Button type="button" variant="secondary" size="large" onClick={() => void phone.undo(done!)}>
          <Trans>Undo</Trans>
        </Button>
      </div>
    </>
  )
}

// A sound and a vibration for each colour: helpers look at the guest, not at the phone.

type Colour = 'green' | 'amber' | 'red' | 'grey'

const tones: Record<Colour, number[]> = { green: [880, 1320], amber: [520, 520], red: [220, 180, 220], grey: [320] }
const shakes: Record<Colour, number[]> = { green: [40], amber: [80, 60, 80], red: [250, 80, 250], grey: [80] }

let made: AudioContext | undefined

function soundOf(colour: Colour): void {
  navigator.vibrate?.(shakes[colour])
  try {
    made ??= new AudioContext()
    const context = made
    tones[colour].forEach((tone, nr) => {
      const [sound, loud] = [context.createOscillator(), context.createGain()]
      const from = context.currentTime + nr * 0.13
      sound.frequency.value = tone
      loud.gain.setValueAtTime(0.12, from)
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.12)
      sound.connect(loud).connect(context.destination)
      sound.start(from)
      sound.stop(from + 0.13)
    })
  } catch {
    // A phone without sound still shows the colours.
  }
}

/** A warning shown before the first guest comes. */
export function StoreLine({ phone }: { phone: DoorPhone }) {
  if (phone.store.keeps) return null
  return (
    <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
      <Trans>
        This browser keeps nothing: a private window, or a full phone. The door works only with a network here. Better
        use another window or phone.
      </Trans>
    </p>
  )
}

/** The last error, in words. */
export function TroubleLine({ phone: { trouble } }: { phone: DoorPhone }) {
  const { t } = useLingui()
  if (!trouble) return null
  const words = {
    'not stored': t`This was not stored, so it does not count. Find a network, and try again.`,
    'not reached': t`No network. Please try again when there is one.`,
  }
  return (
    <p role="alert" className="rounded-control bg-stop-soft p-3 font-semibold text-stop">
      {typeof trouble === 'string' ? words[trouble] : trouble.words}
    </p>
  )
}

/** The form that lets in a person who is on no list. `first`: the name that was searched. */
export function WalkIn({ phone, first = '' }: { phone: DoorPhone; first?: string }) {
  const [people, setPeople] = useState('1')
  const [name, setName] = useState(first)
  const [came, setCame] = useState(0)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const many = Math.round(Number(people))
    if (!(many >= 1 && many <= 50)) return
    if (!(await phone.walkIn(name, many))) return
    setCame(many)
    setName('')
    setPeople('1')
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <Field label={<Trans>Name</Trans>} optional>
        <Input
          value={name}
          maxLength={doorMost.name}
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </Field>
      <Field label={<Trans>People</Trans>}>
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={50}
          required
          value={people}
          onChange={({ currentTarget }) => setPeople(currentTarget.value)}
        />
      </Field>
      <Button className="justify-self-start">
        <Trans>Let in</Trans>
      </Button>
      <p role="status">{came > 0 && <Plural value={came} one="# person let in" other="# people let in" />}</p>
    </form>
  )
}
