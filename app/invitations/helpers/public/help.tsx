import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { JoinForm } from '#app/invitations/helpers/join-form.tsx'
import { helperTexts } from '#app/invitations/helpers/member.ts'
import { invitationAt, joinHelper, usedLinkAt } from '#app/invitations/helpers/members.server.ts'
import { type UsedLink, UsedLinkSaid } from '#app/invitations/helpers/used-link.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { authPath } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/help.ts'

/** Headers that keep the address from caches, other sites and search engines: a person who has it may join. */
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const found = await invitationAt(db, token)
  const person = context.get(personContext)
  if (!found) {
    const over = await usedBy(token, person?.id)
    return data({ over }, { status: over.is === 'mine' ? 200 : 404, headers: kept })
  }
  const { title, by, role, noun, slug } = found
  const asks = person
    ? ({ is: person.isConfirmed ? 'ready' : 'unconfirmed' } as const)
    : ({
        is: 'stranger',
        signIn: authPath(`/help/${token}`),
        signUp: authPath(`/help/${token}`, '/auth/sign-up/phone'),
      } as const)
  return data({ title, by, role, noun, slug, token, asks }, { headers: kept })
}

async function usedBy(token: string, personId: string | undefined): Promise<UsedLink> {
  const used = await usedLinkAt(db, token)
  if (!used) return { is: 'gone' }
  const { helper, by, role, noun, slug, title } = used
  if (helper !== null && helper === personId) return { is: 'mine', role, noun, slug, title }
  return { is: 'used', by, signIn: personId ? null : authPath(`/help/${token}`) }
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  page: true,
  done: helperTexts.joined,
  failed: helperTexts.notJoined,
  limits: (_, { context }) => [{ name: 'join', key: context.get(askedContext).address, times: 300, seconds: 3600 }],
  run: async (_, { params, context }) => {
    const person = context.get(personContext)
    const token = params.token ?? ''
    if (!person) return { go: authPath(`/help/${token}`) }
    return { go: await joinHelper(db, person, token) }
  },
})

export default function Help({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  if ('over' in loaderData) return <Over link={loaderData.over} />
  const { title, slug, ...invitation } = loaderData
  const isTreasurer = invitation.role === 'treasurer'
  return (
    <OwnPages>
      <title>{`${isTreasurer ? t`Be a treasurer` : t`Be a secretary`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={isTreasurer ? <Trans>Be a treasurer</Trans> : <Trans>Be a secretary</Trans>}
        text={<bdi>{title}</bdi>}
        back={
          invitation.noun === 'drive'
            ? { to: `/fundraiser/${slug}`, label: <Trans>See the fundraiser</Trans> }
            : { to: '/dashboard', label: <Trans>Dashboard</Trans> }
        }
      >
        <JoinForm {...invitation} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}

function Over({ link }: { link: UsedLink }) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Link for the helper`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={link.is === 'mine' ? <bdi>{link.title}</bdi> : <Trans>This link opens nothing any more</Trans>}
        back={{ to: '/dashboard', label: <Trans>Dashboard</Trans> }}
      >
        <UsedLinkSaid link={link} />
      </OneThing>
    </OwnPages>
  )
}
