import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, FieldError, Input } from '#app/ui/field.tsx'
import { asksMost, differsWords, doubtWords, importWhyWords } from './import.ts'
import type { ComparedGuest } from './plan-guests.ts'
import type { GuestsReading } from './read-guests.ts'

type PartProps = { title: ReactNode; text?: ReactNode; children: ReactNode }

function Part({ title, text, children }: PartProps) {
  return (
    <Card level={3} title={title} text={text}>
      <ul className="-my-2 divide-y divide-line">{children}</ul>
    </Card>
  )
}

/** A line's details of a guest. */
function Guest({ row, children }: { row: ShownGuestRow; children?: ReactNode }) {
  const { name, phone, email, seats, groups, note, line } = row
  return (
    <div className="flex items-baseline gap-3">
      <span className="figures w-10 shrink-0 text-muted text-sm" aria-hidden="true">
        {line}
      </span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <bdi className="wrap-anywhere min-w-0 font-semibold">{name}</bdi>
        {phone && <span className="figures">{phone}</span>}
        {email && <span className="wrap-anywhere">{email}</span>}
        {seats !== null && (
          <span className="text-muted">
            <Plural value={seats} one="# seat" other="# seats" />
          </span>
        )}
        {groups.map((group) => (
          <Badge key={group}>{group}</Badge>
        ))}
        {note && <bdi className="wrap-anywhere text-muted text-sm">{note}</bdi>}
        {row.undrawn && (
          <Badge tone="warn">
            <Trans>Cards can't draw this name</Trans>
          </Badge>
        )}
        {children}
      </div>
    </div>
  )
}

/** Guests who are not on the list yet; a long list is folded, and whole. */
export function FreshRows({ rows }: { rows: ShownGuestRow[] }) {
  const size = 100
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => rows.slice(at * size, (at + 1) * size))
  if (rows.length === 0) return null
  return (
    <Card level={3} title={<Trans>New guests</Trans>}>
      {parts.map((part, at) => (
        <details key={part[0]!.nr} open={at === 0} className="group">
          <summary className={at === 0 && parts.length === 1 ? 'hidden' : 'min-h-11 cursor-pointer py-2 font-semibold'}>
            <Trans>
              {at * size + 1} to {at * size + part.length}
            </Trans>
          </summary>
          <ul className="-my-2 divide-y divide-line">
            {part.map((row) => (
              <li key={row.nr} className="py-1">
                <Guest row={row} />
                <Mend row={row} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Card>
  )
}

type AskedProps = { rows: ShownGuestRow[]; asks: boolean; answer: Answer | undefined }

/** The rows whose number another guest has: one household, or two guests. */
export function SharedRows({ rows, asks, answer }: AskedProps) {
  if (rows.length === 0) return null
  return (
    <Part
      title={<Trans>Same number, other name</Trans>}
      text={<Trans>A household gets one link, and its seats add up. Of two guests, the second has no number.</Trans>}
    >
      {rows.map((row) => (
        <li key={row.nr} className="grid gap-2 py-3">
          <Guest row={row} />
          <Beside row={row}>
            <Trans>
              This number belongs to <bdi className="font-semibold">{row.otherName}</bdi>.
            </Trans>
          </Beside>
          {asks && <Ask row={row} answer={answer} />}
          <Mend row={row} />
        </li>
      ))}
    </Part>
  )
}

/** The rows of guests who are on the list already, and the details in which they differ. */
export function ThereRows({ rows, asks, answer }: AskedProps) {
  const { i18n } = useLingui()
  if (rows.length === 0) return null
  return (
    <Part
      title={<Trans>On your list already</Trans>}
      text={<Trans>Nothing of theirs is overwritten. What is missing is filled in.</Trans>}
    >
      {rows.map((row) => (
        <li key={row.nr} className="grid gap-1.5 py-2.5">
          <Guest row={row}>
            {row.differs.map((one) => (
              <Badge key={one} tone="info">
                <Trans>Other: {i18n._(differsWords[one])}</Trans>
              </Badge>
            ))}
          </Guest>
          {row.byName && asks && <Ask row={row} answer={answer} />}
        </li>
      ))}
    </Part>
  )
}

/** Lines that repeat an earlier line. */
export function TwiceRows({ rows, asks, answer }: AskedProps) {
  if (rows.length === 0) return null
  return (
    <Part title={<Trans>Twice in this list</Trans>}>
      {rows.map((row) => (
        <li key={row.nr} className="grid gap-1.5 py-2.5">
          <Guest row={row} />
          <Beside row={row} />
          {row.byName && asks && <Ask row={row} answer={answer} />}
        </li>
      ))}
    </Part>
  )
}

function Beside({ row: { otherLine }, children }: { row: ShownGuestRow; children?: ReactNode }) {
  return (
    <p className="wrap-anywhere text-sm sm:ml-13">
      {children} {otherLine !== null && <Trans>See line {otherLine}.</Trans>}
    </p>
  )
}

function Ask({ row: { nr, name, is }, answer }: { row: ShownGuestRow; answer: Answer | undefined }) {
  const { t } = useLingui()
  const field = `choice.${nr}`
  const typed = answer?.typed?.[field] ?? 'one'
  const error = answer?.errors?.[field]
  const ways = [
    ['one', is === 'shared' ? t`Same household` : t`Same guest`],
    ['two', t`Keep both`],
  ] as const
  return (
    <fieldset className="flex flex-wrap gap-x-6 sm:ml-13" aria-describedby={error ? `${field}-error` : undefined}>
      <legend className="sr-only">{name}</legend>
      {ways.map(([way, words]) => (
        <label key={way} className="flex min-h-11 items-center gap-2.5">
          <input
            type="radio"
            name={field}
            value={way}
            defaultChecked={typed === way}
            className="size-5 accent-[var(--brand)]"
          />
          {words}
        </label>
      ))}
      {error && <FieldError id={`${field}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

/** Lines that look like messages of a chat. Only those that the host ticks become guests. */
export function SaidRows({ rows, answer, doubts }: Omit<AskedProps, 'asks'> & { doubts?: boolean }) {
  const { i18n } = useLingui()
  if (rows.length === 0) return null
  return (
    <Part
      title={doubts ? <Trans>Please look at these lines</Trans> : <Trans>This looks like a message, not a name</Trans>}
      text={<Trans>These lines add nobody. Tick who is a guest all the same.</Trans>}
    >
      {rows.map((row, at) => (
        <li key={row.nr} className="py-1">
          {at < asksMost ? (
            <Checkbox
              name={`take.${row.nr}`}
              defaultChecked={answer?.typed?.[`take.${row.nr}`] === 'on'}
              label={<Guest row={row}>{row.doubt && <Badge tone="warn">{i18n._(doubtWords[row.doubt])}</Badge>}</Guest>}
            />
          ) : (
            <Guest row={row} />
          )}
          <Mend row={row} />
        </li>
      ))}
    </Part>
  )
}

/** Lines that name no guest, as the list has them, and why. */
export function UnreadRows({ rows }: { rows: ShownPreview['unread'] }) {
  const { i18n } = useLingui()
  if (rows.length === 0) return null
  return (
    <Part
      title={<Trans>Not read</Trans>}
      text={<Trans>These lines add nobody. Change the list and mend them, or add the guest by hand.</Trans>}
    >
      {rows.map(({ line, why, text }) => (
        <li key={line} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
          <span className="figures w-10 shrink-0 text-muted text-sm" aria-hidden="true">
            {line}
          </span>
          <bdi className="wrap-anywhere min-w-0">{text}</bdi>
          <Badge tone={why === 'heading' || why === 'chat' || why === 'crossed out' ? 'neutral' : 'warn'}>
            {i18n._(importWhyWords[why])}
          </Badge>
        </li>
      ))}
    </Part>
  )
}

/** The form's answer, if rows can be edited; otherwise null. */
const Mends = createContext<{ answer: Answer | undefined } | null>(null)
export const Mending = Mends.Provider

/** The fields for a row's name, number and seats, folded until the host wants to change them. */
function Mend({ row: { nr, name, phone, seats } }: { row: ShownGuestRow }) {
  const mending = useContext(Mends)
  if (!mending) return null
  const { answer } = mending
  const isWrong = ['name', 'phone', 'seats'].some((field) => answer?.errors?.[`${field}.${nr}`])
  return (
    <details open={isWrong || undefined} className="sm:ml-13">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link text-sm">
        <Trans>Change</Trans>
      </summary>
      <div className="grid gap-3 pb-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_6rem]">
        <Field name={`name.${nr}`} label={<Trans>Name</Trans>} answer={answer}>
          <Input defaultValue={name} maxLength={100} autoComplete="off" />
        </Field>
        <Field name={`phone.${nr}`} label={<Trans>Phone number</Trans>} answer={answer} optional>
          <Input defaultValue={phone ?? ''} inputMode="tel" autoComplete="off" />
        </Field>
        <Field name={`seats.${nr}`} label={<Trans>Seats</Trans>} answer={answer} optional>
          <Input defaultValue={seats ?? ''} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
    </details>
  )
}

/** A row of a list as its host sees it. */
export type ShownGuestRow = Pick<
  ComparedGuest,
  'nr' | 'line' | 'name' | 'email' | 'seats' | 'groups' | 'note' | 'is' | 'otherName' | 'byName' | 'differs' | 'doubt'
> & {
  phone: string | null
  /** True if a card can't draw the name. */
  undrawn: boolean
  /** The line of the other guest, if it is in this list. */
  otherLine: number | null
}
export type ShownPreview = {
  id: number
  /** The number of new guests, if the list was entered already; otherwise null. */
  added: number | null
  fresh: ShownGuestRow[]
  /** Rows with a guest's number and another name. */
  shared: ShownGuestRow[]
  there: ShownGuestRow[]
  twice: ShownGuestRow[]
  /** Rows that look like messages. */
  said: ShownGuestRow[]
  unread: GuestsReading['unread']
  columns: GuestsReading['columns']
  /** True if there are few enough rows to edit each. */
  mends: boolean
  /** True if there are too many questions to ask them one by one. */
  asksForAll: boolean
}
