import { Trans, useLingui } from '@lingui/react/macro'
import { SignInForm } from '#app/features/people/sign-in-form.tsx'
import { SignUpForm } from '#app/features/people/sign-up-form.tsx'
import { afterSignIn } from '#app/features/people/way-back.ts'
import type { Answer } from '#app/kit/says.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import { Frame } from './frame.tsx'

export type AuthTab = 'sign-in' | 'sign-up'
type Props = { tab: AuthTab; to?: string; answer?: Answer }

/** Sign in or sign up. The tab stands in the address, so that it works without a script; changing it clears the fields. */
export function AuthScreen({ tab, to: asked, answer }: Props) {
  const { t } = useLingui()
  const path = afterSignIn(asked)
  const to = path === '/dashboard' ? undefined : path
  const back = to ? `to=${encodeURIComponent(to)}` : ''
  return (
    <Frame title={<Trans>Karibu</Trans>} text={<Trans>Join our community of changemakers</Trans>}>
      <title>{`${tab === 'sign-in' ? t`Sign In` : t`Sign Up`} · Harambee`}</title>
      <meta name="description" content={t`Join our community of changemakers`} />
      <Tabs
        label={t`Sign in or sign up`}
        wide
        current={tab}
        tabs={[
          { id: 'sign-in', to: `/auth${back && `?${back}`}`, label: <Trans>Sign In</Trans> },
          { id: 'sign-up', to: `/auth?tab=sign-up${back && `&${back}`}`, label: <Trans>Sign Up</Trans> },
        ]}
      >
        {tab === 'sign-in' ? <SignInForm first={answer} to={to} /> : <SignUpForm first={answer} to={to} />}
      </Tabs>
    </Frame>
  )
}
