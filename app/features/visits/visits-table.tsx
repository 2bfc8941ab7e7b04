import { Trans, useLingui } from '@lingui/react/macro'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { guestsWritten, statusWords, type VisitRow, type VisitStatus } from './visit.ts'

const tones: Record<VisitStatus, Tone> = { confirmed: 'gain', pending: 'warn', cancelled: 'stop' }

/** Who would like to come, when, and what the owner answered. */
export function VisitsTable({ slug, visits, empty }: { slug: string; visits: VisitRow[]; empty: ReactNode }) {
  const { t, i18n } = useLingui()
  const columns: Column<VisitRow>[] = [
    { key: 'guest', head: t`Guest`, cell: (visit) => <Guest visit={visit} />, lead: true },
    { key: 'contact', head: t`Contact`, cell: (visit) => <Contact visit={visit} /> },
    { key: 'date', head: t`Visit Date`, cell: ({ day }) => <span className="@2xl:whitespace-nowrap">{day}</span> },
    { key: 'time', head: t`Time`, cell: ({ time }) => <span className="figures">{time}</span> },
    { key: 'guests', head: t`Guests`, cell: ({ guests }) => guestsWritten(guests), align: 'right' },
    {
      key: 'status',
      head: t`Status`,
      cell: (visit) => (
        <div className="grid justify-items-end gap-2 @2xl:justify-items-start">
          <Badge tone={visit.past ? 'neutral' : tones[visit.status]}>{i18n._(statusWords[visit.status])}</Badge>
          {visit.past ? (
            <span className="text-muted text-sm">
              <Trans context="visit">Past</Trans>
            </span>
          ) : (
            <Changing>
              <DecideButtons slug={slug} visit={visit} />
            </Changing>
          )}
        </div>
      ),
    },
    { key: 'booked', head: t`RSVP Date`, cell: ({ booked }) => booked },
  ]
  return <Table caption={t`RSVPs`} columns={columns} rows={visits} rowKey={({ id }) => id} empty={empty} keepHead />
}

const longMessage = 120

function Guest({ visit: { name, message } }: { visit: VisitRow }) {
  return (
    <>
      <span className="wrap-anywhere" dir="auto">
        {name}
      </span>
      {message && message.length <= longMessage && <Message text={message} />}
      {message && message.length > longMessage && (
        <details className="font-normal">
          <summary className="flex min-h-11 cursor-pointer items-center text-link">
            <Trans>Read the message</Trans>
          </summary>
          <Message text={message} />
        </details>
      )}
    </>
  )
}

const Message = ({ text }: { text: string }) => (
  <p className="wrap-anywhere mt-1 whitespace-pre-wrap font-normal text-muted text-sm" dir="auto">
    {text}
  </p>
)

const way = 'inline-flex min-h-11 items-center gap-1.5 rounded-control text-brand hover:underline @2xl:min-h-6'

/** WhatsApp knows a number by its country; one that was kept as it was typed has none. */
const isWorldwide = (phone: string) => /^\+[1-9]\d{6,14}$/.test(phone)

function Contact({ visit: { email, phone } }: { visit: VisitRow }) {
  return (
    <span className="grid justify-items-end @2xl:min-w-38 @2xl:justify-items-start @2xl:text-sm">
      <a href={`mailto:${email}`} className={`${way} wrap-anywhere`}>
        <Mail aria-hidden="true" className="size-4 shrink-0 @2xl:hidden" />
        {email}
      </a>
      <a href={`tel:${phone}`} className={`${way} figures`}>
        <Phone aria-hidden="true" className="size-4 shrink-0 @2xl:hidden" />
        {phone}
      </a>
      {isWorldwide(phone) && (
        <a href={`https://wa.me/${phone.slice(1)}`} target="_blank" rel="noopener noreferrer" className={way}>
          <MessageCircle aria-hidden="true" className="size-4 shrink-0" />
          WhatsApp
        </a>
      )}
    </span>
  )
}
