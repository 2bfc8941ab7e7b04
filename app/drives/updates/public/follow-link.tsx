import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { followerOf, setFollowing } from '#app/drives/updates/followers.server.ts'
import { updateTexts } from '#app/drives/updates/update.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction, loaders } from '#app/platform/form-action.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button } from '#app/ui/button.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/follow-link.ts'

// The pages of the two links of followers. Opening one changes nothing, because mail programs open links by themselves: its button does.

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

const pageOf =
  (kind: 'follow' | 'unfollow') =>
  async ({ params: { token = '' } }: { params: { token?: string } }) => {
    const follower = await followerOf(db, kind, token)
    if (!follower) return data(null, { status: 404, headers: kept })
    const done = kind === 'follow' ? follower.follows && follower.confirmed : !follower.follows
    return data({ kind, token, slug: follower.slug, title: follower.title, done }, { headers: kept })
  }

export const loader = loaders({ 'unfollow/:token': pageOf('unfollow'), 'follow/:token': pageOf('follow') })

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

const change = (kind: 'follow' | 'unfollow') =>
  formAction({
    done: kind === 'follow' ? updateTexts.follows : updateTexts.unfollowed,
    failed: updateTexts.notFollowed,
    limits: (_, { params: { token = '' } }) => [{ name: 'follower', key: token, times: 20, seconds: 3600 }],
    run: async (_, { params: { token = '' } }) => {
      await setFollowing(db, kind, token)
      return { go: `/${kind}/${token}` }
    },
  })

export const action = actions({ 'unfollow/:token': change('unfollow'), 'follow/:token': change('follow') })

export default function FollowLink({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { Form, busy, answer = actionData } = useFormAction()
  if (!loaderData) return <NotFound />
  const { kind, token, slug, title, done } = loaderData
  const begins = kind === 'follow'
  return (
    <OwnPages>
      <title>{titled(t`Updates`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={begins ? <Trans>Tell me how it goes</Trans> : <Trans>No more updates</Trans>}
        text={<bdi>{title}</bdi>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        {done ? (
          <p role="status">
            {begins ? (
              <Trans>You get the updates of this fundraiser.</Trans>
            ) : (
              <Trans>You get no more updates of this fundraiser.</Trans>
            )}
          </p>
        ) : (
          <Form method="post" action={`/${kind}/${token}`} className="grid gap-4">
            <Refused answer={answer} />
            <Button size="large" busy={busy} wide>
              {begins ? <Trans>Yes, send me the updates</Trans> : <Trans>Send me no more updates</Trans>}
            </Button>
          </Form>
        )}
      </OneThing>
    </OwnPages>
  )
}
