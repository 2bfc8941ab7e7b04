import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { type HelpedNoun, helperTexts, homeOf } from '#app/invitations/helpers/member.ts'
import { invitationAt, joinHelper, usedLinkAt } from '#app/invitations/helpers/members.server.ts'
import { WhatTheyDo } from '#app/invitations/helpers/what-they-do.tsx'
import { brand, titled } from '#app/kit/brand.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import type { Answer } from '#app/kit/says.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { authPath } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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
      <title>{`${isTreasurer ? t`Be a treasurer` : t`Be a secretary`} · ${brand()}`}</title>
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
      <title>{titled(t`Link for the helper`)}</title>
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

type Asks = { is: 'ready' } | { is: 'unconfirmed' } | { is: 'stranger'; signIn: string; signUp: string }
type JoinFormProps = {
  token: string
  by: string
  noun: HelpedNoun
  role: HelperRole
  asks: Asks
  first?: Answer | undefined
}

/** Shows who invites to which work, and the form by which a person joins as a helper. */
function JoinForm({ token, by, noun, role, asks, first }: JoinFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const toBe = {
    treasurer: t`${by} invites you to be the treasurer of this fund drive.`,
    secretary:
      noun === 'drive'
        ? t`${by} invites you to be the secretary of this fund drive.`
        : t`${by} invites you to be the secretary of this invitation.`,
  }
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">{toBe[role]}</p>
      <WhatTheyDo of={role} noun={noun} />
      {asks.is === 'ready' && (
        <Form method="post" action={`/help/${token}`}>
          <Button busy={busy} busyText={t`Saving...`}>
            {role === 'treasurer' ? <Trans>Help as treasurer</Trans> : <Trans>Help as secretary</Trans>}
          </Button>
        </Form>
      )}
      {asks.is === 'unconfirmed' && (
        <p>
          <Trans>
            Confirm your email address first: the{' '}
            <Link to="/dashboard" className="text-link">
              dashboard
            </Link>{' '}
            says how. Then open this link again.
          </Trans>
        </p>
      )}
      {asks.is === 'stranger' && (
        <div className="flex flex-wrap gap-3">
          <LinkButton to={asks.signUp}>
            <Trans>Sign up with your phone</Trans>
          </LinkButton>
          <LinkButton to={asks.signIn} variant="secondary">
            <Trans>I have an account: sign in</Trans>
          </LinkButton>
        </div>
      )}
      {answer?.ok === false && answer.says && (
        <p role="alert" className="text-stop">
          {answer.says.title}
        </p>
      )}
    </div>
  )
}

/** The outcome of following a link that is no longer valid. */
type UsedLink =
  | { is: 'mine'; role: HelperRole; noun: HelpedNoun; slug: string; title: string }
  | { is: 'used'; by: string; signIn: string | null }
  | { is: 'gone' }

/** Tells the outcome, and leads a helper to the drive or invitation they help with. */
function UsedLinkSaid({ link }: { link: UsedLink }) {
  const { t } = useLingui()
  if (link.is === 'mine')
    return (
      <div className="grid justify-items-start gap-5">
        <p>
          {link.role === 'treasurer' ? (
            <Trans>You are the treasurer already.</Trans>
          ) : (
            <Trans>You are the secretary already.</Trans>
          )}
        </p>
        <LinkButton to={homeOf(link)}>
          {link.noun === 'drive' ? <Trans>Open the fund drive</Trans> : <Trans>Open the invitation</Trans>}
        </LinkButton>
      </div>
    )
  if (link.is === 'gone')
    return (
      <p>
        <Trans>A link works once, and for 7 days. Ask the person who sent it for another one.</Trans>
      </p>
    )
  return (
    <div className="grid justify-items-start gap-5">
      <p className="wrap-anywhere">{t`This link was used: it works once. Ask ${link.by} for another one.`}</p>
      {link.signIn && (
        <LinkButton to={link.signIn} variant="secondary">
          <Trans>Sign in if it was you</Trans>
        </LinkButton>
      )}
    </div>
  )
}
