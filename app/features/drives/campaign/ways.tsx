import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  Banknote,
  CalendarCheck,
  ChartColumn,
  ClipboardList,
  ClipboardPaste,
  FileText,
  HandCoins,
  HandHeart,
  House,
  Images,
  Info,
  Mails,
  MessageSquare,
  NotebookPen,
  Settings,
  Video,
} from 'lucide-react'
import type { HelperRole } from '#app/kit/rights.ts'

const icon = { 'aria-hidden': true, className: 'size-5' } as const

type Waits = { comments: number; visits: number }
type Who = {
  helps?: HelperRole | null
  looks?: boolean
  /** The slug of the drive's invitation, where it has one. */
  gathering?: string | undefined
}

/** The pages of a drive, as the sidebar groups them, with what waits for the owner there. Helpers, and those who only look, have fewer. */
export function useCampaignWays(slug: string, waits: Waits, { helps = null, looks = false, gathering }: Who = {}) {
  const { t } = useLingui()
  const way = (page: string, label: string, Icon: typeof House) => ({
    to: `/fund-drive/${slug}/${page}`,
    label,
    icon: <Icon {...icon} />,
  })
  const waitingOf = (count: number) => ({
    count,
    says: t`${plural(count, { one: '# needs your answer', other: '# need your answer' })}`,
  })
  const all = [
    { items: [way('home', t`Home`, House)] },
    {
      title: t`Personalization`,
      items: [
        way('info', t`Info`, Info),
        way('description', t`Description`, FileText),
        way('images', t`Images`, Images),
        way('video', t`Video`, Video),
      ],
    },
    {
      title: t`Utilities`,
      items: [
        way('donations', t`Donations`, HandCoins),
        way('payouts', t`Payouts`, Banknote),
        { ...way('comments', t`Comments`, MessageSquare), waiting: waitingOf(waits.comments) },
        { ...way('rsvps', t`RSVPs`, CalendarCheck), waiting: waitingOf(waits.visits) },
      ],
    },
    {
      title: t`The group`,
      items: [
        way('pledges', t`Pledges`, HandHeart),
        way('recorded', t`Recorded gifts`, NotebookPen),
        way('bridge', t`Paste a list`, ClipboardPaste),
        way('list', t`List for the group`, ClipboardList),
      ],
    },
    {
      title: t`Invitations`,
      items: [
        gathering
          ? { ...way('invite', t`Guests and answers`, Mails), to: `/gathering/${gathering}/home` }
          : way('invite', t`Invite guests`, Mails),
      ],
    },
    {
      title: t`Settings`,
      items: [way('analytics', t`Analytics`, ChartColumn), way('settings', t`Settings`, Settings)],
    },
  ]
  if (!helps && !looks) return all
  const isTheirs = ({ to }: { to: string }) => {
    if (to.startsWith('/gathering/')) return looks || helps === 'secretary'
    const page = to.split('/').at(-1)!
    return helps ? forHelpers[helps].has(page) : !forOwners.has(page)
  }
  return all.flatMap(({ items, ...group }) => {
    const theirs = items.filter(isTheirs)
    return theirs.length > 0 ? [{ ...group, items: theirs }] : []
  })
}

/** What a helper may open of them; what each page needs is in the routes. */
const forHelpers: Record<HelperRole, Set<string>> = {
  treasurer: new Set(['home', 'donations', 'recorded', 'pledges', 'bridge', 'list']),
  secretary: new Set(['home']),
}

/** What nobody opens to look at: it is there to be filled in. */
const forOwners = new Set(['bridge', 'invite'])
