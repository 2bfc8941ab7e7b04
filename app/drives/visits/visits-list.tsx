import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Mail, MessageCircle, Phone } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { day, links } from '#app/kit/list.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import {
  groupWords,
  guestsWritten,
  isOver,
  noonOfVisit,
  type Visit,
  type VisitStatus,
  visitGroups,
  visitStatusWords,
} from './visit.ts'

const tones: Record<VisitStatus, BadgeTone> = { confirmed: 'gain', pending: 'warn', cancelled: 'stop' }

/** The list of visits: who would like to come, when, and what the owner answered. The page passes its drive and the time. */
export const visitsView = listView<Visit, undefined, { slug: string; now: Date }>()({
  address: '/fund-drive/:slug/rsvps',
  caption: msg`RSVPs`,
  fields: {
    status: links({
      label: msg`Which visits`,
      of: visitGroups,
      words: groupWords,
      all: msg`Show all visits`,
    }),
    day: day(msg`Day`),
  },
  columns: [
    {
      key: 'guest',
      head: msg`Guest`,
      lead: true,
      cell: (visit) => <Guest visit={visit} />,
      plain: ({ name }) => name,
    },
    { key: 'contact', head: msg`Contact`, cell: (visit) => <Contact visit={visit} /> },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    { key: 'phone', head: msg`Phone`, plain: ({ phone }) => phone },
    {
      key: 'date',
      head: msg`Visit Date`,
      cell: (visit, { language }) => (
        <span className="@2xl:whitespace-nowrap">{briefDayIn(language, noonOfVisit(visit.date))}</span>
      ),
      plain: ({ date }) => date,
    },
    {
      key: 'time',
      head: msg`Time`,
      cell: ({ time }) => <span className="figures">{time}</span>,
      plain: ({ time }) => time,
    },
    {
      key: 'guests',
      head: msg`Guests`,
      align: 'right',
      cell: ({ guests }) => guestsWritten(guests),
      plain: ({ guests }) => guestsWritten(guests),
    },
    {
      key: 'status',
      head: msg`Status`,
      cell: (visit, { more }) => <Status visit={visit} {...more} />,
      plain: ({ status }, { words }) => words._(visitStatusWords[status]),
    },
    {
      key: 'booked',
      head: msg`RSVP Date`,
      cell: ({ bookedAt }, { language }) => momentIn(language, bookedAt),
      plain: ({ bookedAt }, { language }) => momentIn(language, bookedAt),
    },
    { key: 'message', head: msg`Message`, plain: ({ message }) => message },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`No RSVPs yet`,
      text: msg`Visitors ask for a visit on your public page. Their requests will show up here.`,
    },
  },
  keepHead: true,
  level: 3,
})

function Status({ visit, slug, now }: { visit: Visit; slug: string; now: Date }) {
  const { i18n } = useLingui()
  const past = isOver(visit.date, visit.time, now)
  return (
    <div className="grid justify-items-end gap-2 @2xl:justify-items-start">
      <Badge tone={past ? 'neutral' : tones[visit.status]}>{i18n._(visitStatusWords[visit.status])}</Badge>
      {past ? (
        <span className="text-muted text-sm">
          <Trans context="visit">Past</Trans>
        </span>
      ) : (
        <Changing>
          <DecideButtons slug={slug} visit={visit} />
        </Changing>
      )}
    </div>
  )
}

const longMessage = 120

function Guest({ visit: { name, message } }: { visit: Visit }) {
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

function Contact({ visit: { email, phone } }: { visit: Visit }) {
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

type Decision = 'confirmed' | 'cancelled'

/** Confirms or cancels a visit, after asking: the guest is written to at once. Without a script it is done unasked. */
function DecideButtons({ slug, visit }: { slug: string; visit: Visit }) {
  const { i18n } = useLingui()
  const [asked, setAsked] = useState<{ decision: Decision; sequence: number }>()
  const { Form, busy, answer } = useFormAction({ onDone: () => setAsked(undefined) })
  const ask = (decision: Decision) => (event: MouseEvent) => {
    event.preventDefault()
    setAsked({ decision, sequence: visit.sequence })
  }
  const action = `/fund-drive/${slug}/rsvps/decide`
  // After a decision in another window the question is no longer the same.
  const open = asked?.sequence === visit.sequence
  const refused = answer && !answer.ok ? answer.says : undefined
  return (
    <>
      <Form method="post" action={action} className="flex flex-wrap gap-2 @2xl:flex-nowrap">
        <Which visit={visit} />
        {visit.status !== 'confirmed' && (
          <Button size="small" name="status" value="confirmed" onClick={ask('confirmed')}>
            <Trans>Confirm</Trans>
          </Button>
        )}
        {visit.status !== 'cancelled' && (
          <Button size="small" variant="secondary" name="status" value="cancelled" onClick={ask('cancelled')}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Form>
      <AlertDialog
        open={open}
        onClose={() => setAsked(undefined)}
        {...questionOf(asked?.decision)}
        cancelText={<Trans>Go back</Trans>}
        confirm={
          <Form method="post" action={action} className="grid">
            <Which visit={visit} />
            <input type="hidden" name="status" value={asked?.decision} />
            <Sure decision={asked?.decision} busy={busy} />
          </Form>
        }
      >
        <p className="wrap-anywhere font-semibold">
          {visit.name} · {briefDayIn(i18n.locale as Language, noonOfVisit(visit.date))}, {visit.time}
        </p>
        {refused && (
          <Notice tone="stop" title={refused.title} className="mt-4">
            {refused.text}
          </Notice>
        )}
      </AlertDialog>
    </>
  )
}

/** Hidden fields: the visit, and the last decision about it that this window knows. */
function Which({ visit: { id, sequence } }: { visit: Visit }) {
  return (
    <>
      <input type="hidden" name="visit" value={id} />
      <input type="hidden" name="sequence" value={sequence} />
    </>
  )
}

const questionOf = (decision: Decision | undefined) =>
  decision === 'cancelled'
    ? {
        title: <Trans>Cancel this visit?</Trans>,
        text: <Trans>The guest gets an email about it.</Trans>,
      }
    : {
        title: <Trans>Confirm this visit?</Trans>,
        text: <Trans>The guest gets an email with the visit for their calendar.</Trans>,
      }

function Sure({ decision, busy }: { decision: Decision | undefined; busy: boolean }) {
  const { t } = useLingui()
  return decision === 'cancelled' ? (
    <Button variant="danger" busy={busy} busyText={t`Cancelling...`}>
      <Trans>Cancel visit</Trans>
    </Button>
  ) : (
    <Button busy={busy} busyText={t`Confirming...`}>
      <Trans>Confirm visit</Trans>
    </Button>
  )
}
