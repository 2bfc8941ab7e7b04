import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, MessageCircle } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { links, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { briefDayIn, dayAt, momentIn, noonOf } from '#app/kit/time.ts'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import {
  giftPath,
  type PledgeSource,
  type PledgeState,
  pledgeStateWords,
  pledgesPath,
  stateOfPledge,
} from './pledge.ts'
import { StateBadge } from './promised.tsx'

/** A pledge as managers of the drive see it: an anonymous one without name and number. */
export type ListedPledge = {
  id: number
  /** Null if the giver is anonymous, or was forgotten. */
  name: string | null
  anonymous: boolean
  /** The masked number, enough to recognise it. */
  phone: string | null
  amount: number
  paid: number
  dueOn: string | null
  state: PledgeState
  source: PledgeSource
  writer: string | null
  /** True while its giver has not said yes: it is neither on the bar nor in the list. */
  waits: boolean
  /** The added amount that waits for the giver's yes. */
  unagreed: number
  at: Date
}

const pledgeGroups = ['open', 'late', 'kept', 'released'] as const
/** The page's data beside the rows. */
type More = { slug: string; today: string }

/** The pledges: the giver, the amount, and the part given. Late ones first, then those that are due next. */
export const pledgesView = listView<ListedPledge, undefined, More>()({
  address: '/fund-drive/:slug/pledges',
  caption: msg`Pledges`,
  fields: {
    search: search(msg`Name or end of phone`),
    state: links({
      label: msg`Which pledges`,
      of: pledgeGroups,
      words: pledgeStateWords,
      all: msg({ message: 'All', context: 'pledges' }),
    }),
  },
  columns: [
    {
      key: 'name',
      head: msg`Name`,
      lead: true,
      cell: (pledge) => <Who pledge={pledge} />,
      plain: ({ name, anonymous }, { words }) => name ?? words._(namelessOwn(anonymous)),
    },
    {
      key: 'phone',
      head: msg`Phone`,
      bare: ({ phone }) => !phone,
      cell: ({ id, phone }, { more }) => phone && <ShowPhone slug={more.slug} id={id} phone={phone} />,
      plain: ({ phone }) => phone ?? '',
    },
    {
      key: 'amount',
      head: msg`Pledged`,
      fileHead: msg`Pledged (KES)`,
      align: 'right',
      cell: ({ amount }) => moneyText(amount),
      plain: ({ amount }) => amount / 100,
    },
    {
      key: 'paid',
      head: msg`Given`,
      fileHead: msg`Given (KES)`,
      align: 'right',
      cell: ({ paid }) => moneyText(paid),
      plain: ({ paid }) => paid / 100,
    },
    {
      key: 'due',
      head: msg`Day`,
      cell: ({ dueOn }, { language }) => (dueOn ? briefDayIn(language, noonOf(dueOn)) : '–'),
      plain: ({ dueOn }) => dueOn ?? '',
    },
    {
      key: 'state',
      head: msg`State`,
      cell: (pledge, { more }) => (
        <div className="grid justify-items-end gap-2 @2xl:justify-items-start">
          <StateBadge pledge={pledge} today={more.today} />
          <Changing>
            {pledge.state === 'open' ? (
              <RowActions slug={more.slug} pledge={pledge} />
            ) : (
              pledge.paid > 0 && <ItsGifts slug={more.slug} pledge={pledge} />
            )}
          </Changing>
        </div>
      ),
      plain: (pledge, { words }) => words._(pledgeStateWords[stateOfPledge(pledge, dayAt(new Date()))]),
    },
    {
      // Without this column the open sum of the file would exceed that of the bar and the page.
      key: 'unconfirmed',
      head: msg`Not confirmed (KES)`,
      plain: ({ waits, amount, paid, unagreed }) => (waits ? amount - paid : unagreed) / 100,
    },
    { key: 'at', head: msg`Written down`, plain: ({ at }, { language }) => momentIn(language, at) },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No pledges yet`,
      text: msg`Visitors promise on your public page with “I will give later”. You can write pledges down, too.`,
    },
    narrowed: { title: msg`No such pledges`, all: msg`Show all pledges` },
  },
  first: msg`Back to the first page`,
  hidesBar: true,
  keepHead: true,
  level: 3,
})

function Who({ pledge: { name, anonymous, source, writer, waits, unagreed } }: { pledge: ListedPledge }) {
  const { i18n } = useLingui()
  return (
    <>
      <span className="wrap-anywhere block" dir="auto">
        {name ?? i18n._(namelessOwn(anonymous))}
      </span>
      {source !== 'giver' && writer && (
        <span className="block font-normal text-muted text-sm">
          <Trans>written down by {writer}</Trans>
        </span>
      )}
      {waits && (
        <span className="block font-normal text-muted text-sm">
          <Trans>Not confirmed by phone or email yet: the bar does not count it.</Trans>
        </span>
      )}
      {!waits && unagreed > 0 && (
        <span className="block font-normal text-muted text-sm">
          <Trans>{moneyText(unagreed)} more is not confirmed yet: the bar does not count that.</Trans>
        </span>
      )}
    </>
  )
}

/** Shows the end of a number, and all of it for the person who asks, which is recorded. */
export function ShowPhone({ slug, id, phone }: { slug: string; id: number; phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const whole = answer?.ok ? answer.gave?.phone : undefined
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 @2xl:justify-start">
      <span role="status" className="figures whitespace-nowrap">
        {whole ?? phone}
      </span>
      {!whole && (
        <Changing>
          <Form method="post" action={`${pledgesPath(slug)}/phone`}>
            <input type="hidden" name="pledge" value={id} />
            <Button
              size="small"
              variant="secondary"
              busy={busy}
              busyText={t`Asking...`}
              icon={<Eye aria-hidden="true" className="size-4" />}
            >
              <Trans context="number">Show</Trans>
            </Button>
          </Form>
        </Changing>
      )}
    </div>
  )
}

type RowActionsProps = { slug: string; pledge: { id: number; phone: string | null; paid: number } }

/** The actions on an open pledge. A reminder by WhatsApp is written from the organiser's own phone. */
export function RowActions({ slug, pledge: { id, phone, paid } }: RowActionsProps) {
  const [search] = useSearchParams()
  const asks = new URLSearchParams(search)
  asks.set('release', String(id))
  const look = { size: 'small', variant: 'secondary' } as const
  return (
    <div className="flex flex-wrap justify-end gap-2 @2xl:justify-start">
      {phone && (
        <a
          href={`${pledgesPath(slug)}/remind?pledge=${id}`}
          target="_blank"
          rel="noopener noreferrer"
          className={cx(buttonClass(look), 'no-underline')}
        >
          <MessageCircle aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Remind on WhatsApp</Trans>
        </a>
      )}
      <LinkButton to={`${pledgesPath(slug)}/cash?pledge=${id}`} {...look}>
        <Trans>Paid outside {'{brand}'}</Trans>
      </LinkButton>
      <ItsGifts slug={slug} pledge={{ id, paid }} />
      <LinkButton to={`?${asks}`} preventScrollReset {...look}>
        <Trans context="a pledge">Cancel</Trans>
      </LinkButton>
    </div>
  )
}

/** The link to the gifts that count for a pledge, if one was chosen by mistake; or to choose one. */
export const ItsGifts = ({ slug, pledge: { id, paid } }: { slug: string; pledge: { id: number; paid: number } }) => (
  <LinkButton to={giftPath(slug, id)} size="small" variant="secondary">
    {paid > 0 ? <Trans>Its gifts</Trans> : <Trans>Choose its gift</Trans>}
  </LinkButton>
)

type Releasable = { id: number; name: string | null; anonymous: boolean; amount: number; state: PledgeState }

/** Asks before a pledge is released: it can't be opened again. The address opens it, so it works without a script, too. */
export function ReleaseQuestion({ slug, pledges }: { slug: string; pledges: Releasable[] }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const pledge = pledges.find(({ id, state }) => String(id) === search.get('release') && state === 'open')
  const without = new URLSearchParams(search)
  without.delete('release')
  const back = `${pledgesPath(slug)}${without.size > 0 ? `?${without}` : ''}`
  const close = () => void navigate(back, { replace: true, preventScrollReset: true })
  const { Form, busy } = useFormAction({ onDone: close })
  return (
    <AlertDialog
      open={pledge !== undefined}
      onClose={close}
      closeTo={back}
      title={<Trans>Cancel this pledge?</Trans>}
      text={<Trans>Nothing more is expected of it, and it can’t be opened again. What was given stays given.</Trans>}
      confirm={
        <Form method="post" action={`${pledgesPath(slug)}/release`} className="grid">
          <input type="hidden" name="pledge" value={pledge?.id} />
          <Button variant="danger" busy={busy} busyText={t`Saving...`}>
            <Trans>Cancel the pledge</Trans>
          </Button>
        </Form>
      }
    >
      {pledge && (
        <p className="wrap-anywhere font-semibold">
          {pledge.name ?? i18n._(namelessOwn(pledge.anonymous))} · {moneyText(pledge.amount)}
        </p>
      )}
    </AlertDialog>
  )
}
