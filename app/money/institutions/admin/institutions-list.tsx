import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
import { links, search } from '#app/kit/list.ts'
import { briefDayIn, momentIn } from '#app/kit/time.ts'
import { type InstitutionKind, institutionKinds } from '#app/money/institutions/institution.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { listView } from '#app/ui/list-view.tsx'

/** An institution as administrators see it. */
export type Institution = {
  id: string
  name: string
  kind: InstitutionKind
  /** The bank and the name on the account; empty for a Paybill. */
  bank: string
  holder: string
  number: string
  source: string
  addedBy: string
  addedAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
  /** The administrator whose yes waits for a second one. */
  askedBy: string | null
}

const numberOf = ({ bank, number }: Institution) => `${bank || 'Paybill'} ${number}`

/** The list of institutions that withdrawals can go straight to. */
export const institutionsView = listView<Institution, { count: number }>()({
  address: '/admin/institutions',
  caption: msg`Institutions`,
  fields: {
    state: links({
      label: msg`State`,
      of: ['waiting', 'confirmed', 'ended'],
      words: {
        waiting: msg({ message: 'To confirm', context: 'institutions' }),
        confirmed: msg({ message: 'Confirmed', context: 'institutions' }),
        ended: msg({ message: 'Ended', context: 'institutions' }),
      },
      all: msg({ message: 'All', context: 'institutions' }),
    }),
    search: search(msg`Name or number`),
  },
  columns: [
    { key: 'name', head: msg`Name`, lead: true, cell: (row) => <Name {...row} />, plain: ({ name }) => name },
    { key: 'kind', head: msg`Kind`, plain: ({ kind }, { words }) => words._(institutionKinds[kind]) },
    {
      key: 'number',
      head: msg`Number`,
      cell: (row) => <Numbered {...row} />,
      plain: (row) => numberOf(row),
    },
    { key: 'holder', head: msg`Account Name`, plain: ({ holder }) => holder },
    {
      key: 'source',
      head: msg`Where the number is from`,
      cell: ({ source }) => (
        <span dir="auto" className="wrap-anywhere">
          {source}
        </span>
      ),
      plain: ({ source }) => source,
    },
    { key: 'by', head: msg`Added by`, cell: ({ addedBy }) => addedBy, plain: ({ addedBy }) => addedBy },
    {
      key: 'added',
      head: msg`Added`,
      sortable: true,
      cell: ({ addedAt }, { language }) => momentIn(language, addedAt),
      plain: ({ addedAt }, { language }) => momentIn(language, addedAt),
    },
    {
      key: 'standing',
      head: msg`State`,
      cell: (row, { language }) => (
        <Standing {...row} day={row.confirmedAt ? briefDayIn(language, row.confirmedAt) : ''} />
      ),
    },
    {
      key: 'confirmed',
      head: msg({ message: 'Confirmed', context: 'institutions' }),
      plain: ({ confirmedAt }, { language }) => (confirmedAt ? momentIn(language, confirmedAt) : ''),
    },
    {
      key: 'ended',
      head: msg({ message: 'Ended', context: 'institutions' }),
      plain: ({ endedAt }, { language }) => (endedAt ? momentIn(language, endedAt) : ''),
    },
    { key: 'decide', head: msg`Decision`, cell: (row) => <Decide {...row} /> },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`No institutions yet`,
      text: msg`Add a hospital or school, and another administrator confirms it.`,
    },
    narrowed: { title: msg`No such institutions`, all: msg`Show all` },
  },
  foot: ({ count }) => (
    <p className="text-muted">
      <Plural value={count} one="# institution" other="# institutions" />
    </p>
  ),
})

const Name = ({ name, kind }: Institution) => (
  <span className="grid" dir="auto">
    <span className="wrap-anywhere">{name}</span>
    <span className="font-normal text-muted text-sm">
      <KindWords kind={kind} />
    </span>
  </span>
)

function KindWords({ kind }: Pick<Institution, 'kind'>) {
  const { i18n } = useLingui()
  return i18n._(institutionKinds[kind])
}

/** Shows the whole number: administrators compare it with a bill. */
const Numbered = (institution: Institution) => (
  <span className="grid">
    <span className="figures wrap-anywhere">{numberOf(institution)}</span>
    {institution.holder && <span className="wrap-anywhere text-muted text-sm">{institution.holder}</span>}
  </span>
)

function Standing({ confirmedAt, endedAt, day }: Institution & { day: string }) {
  if (endedAt)
    return (
      <Badge tone="stop">
        <Trans context="institutions">Ended</Trans>
      </Badge>
    )
  if (confirmedAt)
    return (
      <Badge tone="gain">
        <Trans>Confirmed on {day}</Trans>
      </Badge>
    )
  return (
    <Badge tone="warn">
      <Trans>1 of 2</Trans>
    </Badge>
  )
}

/** Opens the decisions at addresses of their own, over the list. */
function Decide({ id, confirmedAt, endedAt }: Institution) {
  if (endedAt) return '–'
  return (
    <span className="flex flex-wrap gap-2">
      {!confirmedAt && (
        <LinkButton to={`/admin/institutions/${id}/confirm`} size="small" variant="secondary" preventScrollReset>
          <Trans>Confirm</Trans>
        </LinkButton>
      )}
      <LinkButton to={`/admin/institutions/${id}/end`} size="small" variant="ghost" preventScrollReset>
        <Trans context="institutions">End</Trans>
      </LinkButton>
    </span>
  )
}

const page = () => '/admin/institutions'

export const confirming: DecisionWords<Institution> = {
  page,
  done: { title: msg`The number is confirmed: withdrawals can go there` },
  failed: { title: msg`The number was not confirmed`, tone: 'bad' },
  title: () => msg`Confirm this number`,
  text: (institution) => {
    const [who, where] = [institution.name, numberOf(institution)]
    return msg`${who}: ${where}. Take the number from the institution’s own bill or site, and call it back, before you confirm. It is never edited.`
  },
  whyHint: msg`Write where you have the number from, and whom you called. It is kept in the audit log.`,
  confirm: msg`Confirm`,
  busy: msg`Saving...`,
}

export const ending: DecisionWords<Institution> = {
  page,
  done: { title: msg`The institution is ended` },
  failed: { title: msg`The institution was not ended`, tone: 'bad' },
  title: () => msg`End this institution`,
  text: (institution) => {
    const who = institution.name
    return msg`Nothing is sent to ${who} any more. Open withdrawal requests can only be declined. This can’t be undone: add it again if its number has changed.`
  },
  whyHint: msg`For administrators only. It is kept in the audit log.`,
  confirm: msg`End it`,
  busy: msg`Saving...`,
  danger: true,
}
