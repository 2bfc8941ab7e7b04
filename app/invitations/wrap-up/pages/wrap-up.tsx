import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { AccountSheet } from '#app/invitations/wrap-up/guest-view.tsx'
import type { Attended } from '#app/invitations/wrap-up/occasions.server.ts'
import { PostsPart } from '#app/invitations/wrap-up/posts-part.tsx'
import {
  type BooksSay,
  type FinalAccount,
  type Over,
  type ThankedFor,
  thankedFor,
  thanksAddress,
  type Unthanked,
  wrapUpMost,
} from '#app/invitations/wrap-up/wrap-up.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/wrap-up.ts'
import { loadWrapUp, type WrapUpLoaded } from './wrap-up-here.server.ts'

export const loader = loadWrapUp

/** The follow-up page: attendance, thanks, photos, and the final account. */
export default function WrapUp({ loaderData }: Route.ComponentProps) {
  return <WrapUpScreen loaded={loaderData} />
}

type ScreenProps = {
  loaded: WrapUpLoaded
  /** The answer of the form action whose form is on the page. */
  account?: Answer | undefined
  post?: Answer | undefined
  photos?: Answer | undefined
}

export function WrapUpScreen({ loaded, account, post, photos }: ScreenProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="wrap-up-title">
      <GatheringTitle page={t({ message: 'After', context: 'occasion' })} />
      <h2 id="wrap-up-title" className="text-2xl">
        <Trans context="occasion">After</Trans>
      </h2>
      {loaded.over === 'nothing' ? (
        <EmptyState level={3} title={<Trans>This opens when the first occasion is over.</Trans>} />
      ) : (
        <Parts loaded={loaded} account={account} post={post} photos={photos} />
      )}
    </section>
  )
}

type Open = Exclude<WrapUpLoaded, { over: 'nothing' }>

function Parts({
  loaded: { slug, over, attended, unthanked, posted, account, takesOver, key, zone },
  account: first,
  post,
  photos,
}: Omit<ScreenProps, 'loaded'> & { loaded: Open }) {
  return (
    <>
      {attended === 'failed' ? (
        <FailedState title={<Trans>The people could not be loaded</Trans>} />
      ) : (
        <AttendancePart occasions={attended} />
      )}
      {unthanked === 'failed' ? (
        <FailedState title={<Trans>Who waits for thanks could not be loaded</Trans>} />
      ) : (
        <ThanksPart slug={slug} unthanked={unthanked} />
      )}
      {posted === 'failed' ? (
        <FailedState title={<Trans>The posts could not be loaded</Trans>} />
      ) : (
        <PostsPart
          page={`/gathering/${slug}/after`}
          posts={posted[0]}
          objections={posted[1]}
          formKey={key}
          zone={zone}
          first={post}
          photos={photos}
        />
      )}
      {account === 'failed' ? (
        <FailedState title={<Trans>The account could not be loaded</Trans>} />
      ) : (
        account && (
          <AccountPart
            to={`/gathering/${slug}/after/account`}
            over={over}
            books={account[0]}
            account={account[1]}
            receipts={account[2]}
            takesOver={takesOver}
            first={first}
          />
        )
      )}
    </>
  )
}

/** The guests who came or gave and were not thanked yet, and links to thank them. */
function ThanksPart({ slug, unthanked }: { slug: string; unthanked: Unthanked }) {
  const { t } = useLingui()
  const { came, gave, either } = unthanked
  // If one group is the same as both together, only that one is offered.
  const isMore = either > Math.max(came, gave)
  const waiting = thankedFor.filter((whom) => (whom === 'either' ? isMore : unthanked[whom] > 0))
  const words: Record<ThankedFor, string> = {
    came: t`Thank ${plural(unthanked.came, { one: '# guest who came', other: '# guests who came' })}`,
    gave: t`Thank ${plural(unthanked.gave, { one: '# guest who gave', other: '# guests who gave' })}`,
    either: t`Thank ${plural(unthanked.either, { one: '# guest who came or gave', other: '# guests who came or gave' })}`,
  }
  return (
    <Card title={<Trans>Thanks</Trans>} level={3}>
      <p className="text-muted">
        {waiting.length > 0 ? (
          <Trans>
            Each guest gets your words, and a card of thanks with their name in the style of the invitation.
          </Trans>
        ) : (
          <Trans>Nobody who came or gave waits for thanks.</Trans>
        )}
      </p>
      <Changing>
        {waiting.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-3">
            {waiting.map((whom) => (
              <LinkButton key={whom} variant="secondary" to={thanksAddress(slug, whom)}>
                {words[whom]}
              </LinkButton>
            ))}
          </div>
        )}
      </Changing>
    </Card>
  )
}

/** The number of people who said yes and who came, by occasion. */
function AttendancePart({ occasions }: { occasions: Attended[] }) {
  return (
    <Card title={<Trans>Who came</Trans>} level={3}>
      <ul className="-my-3 divide-y divide-line">
        {occasions.map((one) => (
          <Occasion key={one.no} occasion={one} />
        ))}
      </ul>
    </Card>
  )
}

function Occasion({
  occasion: { name, zone, startsAt, cancelled, over, said, came, unlisted },
}: {
  occasion: Attended
}) {
  const { i18n } = useLingui()
  const count = useCount()
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </span>
        <span className="text-muted text-sm">{dayThere(knownLanguage(i18n.locale), startsAt, zone)}</span>
        {cancelled && (
          <Badge tone="stop">
            <Trans>Cancelled</Trans>
          </Badge>
        )}
        {!cancelled && !over && (
          <Badge>
            <Trans>Still to come</Trans>
          </Badge>
        )}
      </p>
      {!cancelled && (
        <dl className="flex flex-wrap gap-x-10 gap-y-2">
          <Figure label={<Trans>Said yes</Trans>}>{count(said)}</Figure>
          {came !== null && <Figure label={<Trans context="people">Came</Trans>}>{count(came)}</Figure>}
        </dl>
      )}
      {!cancelled && over && came === null && (
        <p className="text-muted text-sm">
          <Trans>Nobody was counted at a door.</Trans>
        </p>
      )}
      {unlisted > 0 && (
        <p className="text-muted text-sm">
          <Plural value={unlisted} one="# of them was on no list." other="# of them were on no list." />
        </p>
      )}
    </li>
  )
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="figures font-bold font-display text-2xl">{children}</dd>
  </div>
)

type PartProps = {
  to: string
  over: Over
  books: BooksSay | null
  account: FinalAccount | null
  /** Lines that the drive's receipts make, and whether the form shows them in place of its own. */
  receipts: FinalAccount['lines']
  takesOver: boolean
  first?: Answer | undefined
}

/** The final account on the host's page: as guests read it, and the form below. */
function AccountPart({ to, over, books, account, receipts, takesOver, first }: PartProps) {
  const taken = takesOver && receipts.length > 0 ? receipts : undefined
  return (
    <Card title={<Trans>Final account</Trans>} level={3}>
      {books === null ? (
        <Soft>
          <Trans>This invitation is for no fund drive, so there is nothing to account for.</Trans>
        </Soft>
      ) : over !== 'all' ? (
        <Soft>
          <Trans>The final account opens when the last occasion is over.</Trans>
        </Soft>
      ) : (
        <div className="grid gap-6">
          <Soft>
            {account ? (
              <Trans>Your guests read this on their pages.</Trans>
            ) : (
              <Trans>Nobody reads it before you save it.</Trans>
            )}{' '}
            <Trans>What was given is from the books and can’t be typed.</Trans>
          </Soft>
          {books.cash === null && (
            <Soft>
              <Trans>The fund drive hides its recorded gifts, so guests see neither them nor what is left.</Trans>
            </Soft>
          )}
          <AccountSheet books={books} account={account ?? { lines: [], changedAt: null }} />
          <Changing>
            <section aria-labelledby="spent" className="grid gap-4 border-line border-t pt-5">
              <div>
                <h4 id="spent" className="font-semibold text-lg">
                  <Trans>What was it spent on?</Trans>
                </h4>
                <Soft>
                  <Trans>Up to 40 lines. {'{brand}'}’s fee is counted already.</Trans>
                </Soft>
              </div>
              {receipts.length > 0 && !taken && (
                <Link
                  to={`${to.replace(/\/account$/, '')}?receipts=on#spent`}
                  className="inline-flex min-h-11 items-center justify-self-start text-link"
                >
                  <Trans>Take over from the receipts</Trans>
                </Link>
              )}
              {taken && (
                <Soft>
                  <Trans>These lines are from the receipts of the fund drive. Save the account to keep them.</Trans>
                </Soft>
              )}
              <AccountForm key={String(taken !== undefined)} to={to} account={account} taken={taken} first={first} />
            </section>
          </Changing>
        </div>
      )}
    </Card>
  )
}

const Soft = ({ children }: { children: React.ReactNode }) => <p className="text-muted">{children}</p>

type FormProps = {
  to: string
  account: FinalAccount | null
  taken: FinalAccount['lines'] | undefined
  first: Answer | undefined
}

/** Empty lines offered below the written ones. */
const ready = 3

/** The form of the spending, line by line. A line that is emptied is deleted. */
function AccountForm({ to, account, taken, first }: FormProps) {
  const { t } = useLingui()
  // Another window's save reloads this page: this form keeps the version of the lines that it shows.
  const [version, setVersion] = useState(account?.version ?? 0)
  const { Form, busy, answer = first } = useFormAction({ onDone: (_, { gave }) => setVersion(Number(gave?.version)) })
  return (
    <Form method="post" action={to} noValidate className="grid gap-4">
      <Refused answer={answer} />
      <input type="hidden" name="version" value={first?.typed?.version ?? version} />
      <Lines key={version} lines={taken ?? account?.lines ?? []} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save account</Trans>
      </Button>
    </Form>
  )
}

function Lines({ lines, answer }: { lines: FinalAccount['lines']; answer: Answer | undefined }) {
  const [more, setMore] = useState(0)
  const typed = Object.keys(answer?.typed ?? {}).flatMap((name) => /^what(\d+)$/.exec(name)?.[1] ?? [])
  const shown = Math.min(wrapUpMost.lines, Math.max(lines.length + ready, ...typed.map(Number)) + more)
  return (
    <>
      <ol className="grid gap-5">
        {Array.from({ length: shown }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place
          <Line key={at} no={at + 1} line={lines[at]} answer={answer} />
        ))}
      </ol>
      {shown < wrapUpMost.lines && (
        <Button
          type="button"
          variant="secondary"
          size="small"
          className="needs-script justify-self-start"
          onClick={() => setMore(more + ready)}
        >
          <Trans>More lines</Trans>
        </Button>
      )}
    </>
  )
}

type LineProps = { no: number; line: FinalAccount['lines'][number] | undefined; answer: Answer | undefined }
function Line({ no, line, answer }: LineProps) {
  const { t } = useLingui()
  return (
    <li className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Field label={t`Spent on, line ${no}`} name={`what${no}`} answer={answer}>
        <Input defaultValue={line?.what ?? ''} maxLength={wrapUpMost.what} autoComplete="off" />
      </Field>
      <MoneyField
        label={t`Amount, line ${no}`}
        name={`amount${no}`}
        answer={answer}
        defaultValue={line ? String(line.amount / 100) : ''}
      />
    </li>
  )
}
