import { useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Input } from '#app/ui/field.tsx'

/** One search field for gifts, people, fund drives and payouts. */
export function FindForm({ typed, className }: { typed: string; className: string }) {
  const { t } = useLingui()
  return (
    <Form action="/admin/search" className={`${className} items-center gap-2`}>
      <Input
        key={typed}
        type="search"
        name="q"
        defaultValue={typed}
        maxLength={100}
        aria-label={t`Find anything`}
        placeholder={t`Find a gift, payout, fund drive or person`}
      />
      <Button variant="secondary" aria-label={t`Find`} className="px-3">
        <Search aria-hidden="true" className="size-5" />
      </Button>
    </Form>
  )
}
