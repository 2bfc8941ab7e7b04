import { Trans, useLingui } from '@lingui/react/macro'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { AccountPart } from '#app/invitations/wrap-up/account-part.tsx'
import { AttendancePart } from '#app/invitations/wrap-up/attendance.tsx'
import { PostsPart } from '#app/invitations/wrap-up/posts-part.tsx'
import { ThanksPart } from '#app/invitations/wrap-up/thanks-part.tsx'
import type { Answer } from '#app/kit/says.ts'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import type { AfterLoaded } from './after-here.server.ts'

type ScreenProps = {
  loaded: AfterLoaded
  /** The answer of the form action whose form is on the page. */
  account?: Answer | undefined
  post?: Answer | undefined
  photos?: Answer | undefined
}

export function AfterScreen({ loaded, account, post, photos }: ScreenProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="after-title">
      <GatheringTitle page={t({ message: 'After', context: 'occasion' })} />
      <h2 id="after-title" className="text-2xl">
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

type Open = Exclude<AfterLoaded, { over: 'nothing' }>

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
