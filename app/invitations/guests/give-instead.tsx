import { useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'

type GiveInsteadProps = { page: string; no: number; children: React.ReactNode }

/** One button that says "can't come" and leads to giving. */
export function GiveInstead({ page, no, children }: GiveInsteadProps) {
  const { t } = useLingui()
  return (
    <form method="post" action={`${page}/give`} aria-label={t`Can’t come, but will give`}>
      <input type="hidden" name="no" value={no} />
      <Button variant="secondary" size="large" wide>
        {children}
      </Button>
    </form>
  )
}
