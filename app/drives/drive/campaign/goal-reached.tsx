import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** Praise, and the two ways on: a higher goal, or an end with thanks, which is asked about first. */
export function GoalReached({ slug, donors }: { slug: string; donors: number }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <Card
      title={<Trans>You reached your goal!</Trans>}
      text={
        <Plural
          value={donors}
          one="Hongera! # person got you here. You can raise the goal, or close with thanks."
          other="Hongera! # people got you here. You can raise the goal, or close with thanks."
        />
      }
      className="border-gain bg-gain-soft"
    >
      <Changing>
        <div className="flex flex-wrap items-start gap-3">
          <LinkButton to={`/fund-drive/${slug}/info`}>
            <Trans>Raise the goal</Trans>
          </LinkButton>
          <details className="group/close">
            <summary className={`${buttonClass({ variant: 'secondary' })} cursor-pointer list-none`}>
              <Trans>Close with thanks</Trans>
            </summary>
            <Form method="post" action={`/fund-drive/${slug}/settings/status`} className="mt-3 grid max-w-md gap-3">
              <input type="hidden" name="status" value="completed" />
              <p>
                <Trans>Your page stays readable and says that it has ended. It takes no more gifts. Close it?</Trans>
              </p>
              <Button busy={busy} busyText={t`Closing...`} className="justify-self-start">
                {t`Yes, close it`}
              </Button>
            </Form>
          </details>
        </div>
      </Changing>
    </Card>
  )
}
