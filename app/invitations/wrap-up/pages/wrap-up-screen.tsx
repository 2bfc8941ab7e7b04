import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { AccountPart } from '#app/invitations/wrap-up/account-part.tsx'
import type { Attended } from '#app/invitations/wrap-up/occasions.server.ts'
import { PostsPart } from '#app/invitations/wrap-up/posts-part.tsx'
import { type ThankedFor, thankedFor, thanksAddress, type Unthanked } from '#app/invitations/wrap-up/wrap-up.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { WrapUpLoaded } from './wrap-up-here.server.ts'

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
  loaded: { slug, over, attended, unthanked, posted, account, key, zone },
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
            first={first}
          />
        )
      )}
    </>
  )
}

/** The guests who came or gave and were not thanked yet, and links to thank them. */
export function ThanksPart({ slug, unthanked }: { slug: string; unthanked: Unthanked }) {
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
export function AttendancePart({ occasions }: { occasions: Attended[] }) {
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
