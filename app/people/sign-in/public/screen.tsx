import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import type { JoiningSeen } from '#app/people/accounts/people.ts'
import { afterSignIn, authPath, startPath } from '#app/people/accounts/way-back.ts'
import { SignInForm } from '#app/people/sign-in/sign-in-form.tsx'
import { SignUpForm } from '#app/people/sign-in/sign-up-form.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { Frame } from './frame.tsx'

export type AuthTab = 'sign-in' | 'sign-up'
type Props = {
  tab: AuthTab
  to?: string
  /** True for a person who came from 'Start Fundraising'. */
  starts?: boolean
  /** A sign-up of this browser that waits for its link. */
  joining?: JoiningSeen | null
  /** True for a person who gave a wrong address and signs up once more. */
  again?: boolean
  /** True if codes are texted, so that people can also sign in by phone. */
  byPhone?: boolean
  answer?: Answer
}

/** The page to sign in or sign up. The tab is in the address, so that it works without a script; changing it clears the fields. */
export function AuthScreen({ tab, to: asked, starts, joining, again, byPhone, answer }: Props) {
  const { t } = useLingui()
  const path = afterSignIn(asked)
  const to = path === '/dashboard' ? undefined : path
  const keep = starts ? 'from=start' : to ? `to=${encodeURIComponent(to)}` : ''
  return (
    <Frame title={<Trans>Karibu</Trans>} text={<Trans>Join our community of changemakers</Trans>}>
      <title>{`${tab === 'sign-in' ? t`Sign In` : t`Sign Up`} · Harambee`}</title>
      <meta name="description" content={t`Join our community of changemakers`} />
      <Tabs
        label={t`Sign in or sign up`}
        wide
        current={tab}
        tabs={[
          { id: 'sign-in', to: `/auth${keep && `?${keep}`}`, label: <Trans>Sign In</Trans> },
          { id: 'sign-up', to: `/auth?tab=sign-up${keep && `&${keep}`}`, label: <Trans>Sign Up</Trans> },
        ]}
      >
        {tab === 'sign-in' ? (
          <>
            <SignInForm first={answer} to={to} joining={joining} />
            {byPhone && (
              <p className="mt-6">
                <Link to={authPath(to, '/auth/phone')} className="text-link">
                  <Trans>Sign in with your phone</Trans>
                </Link>
              </p>
            )}
          </>
        ) : (
          <>
            {byPhone && (
              <div className="mb-6 grid gap-2 border-line border-b pb-6">
                <LinkButton to={authPath(starts ? startPath : to, '/auth/sign-up/phone')} size="large" wide>
                  <Trans>Sign up with your phone</Trans>
                </LinkButton>
                <p className="text-muted">
                  <Trans>Your name and your number are enough. Or sign up with an email address:</Trans>
                </p>
              </div>
            )}
            <SignUpForm first={answer} to={starts ? startPath : to} before={again ? joining : null} />
          </>
        )}
      </Tabs>
    </Frame>
  )
}
