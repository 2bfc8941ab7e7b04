import { Landmark, Smartphone } from 'lucide-react'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { long, Pair, Specimen } from './kit-frame.tsx'

const amounts = ['200', '500', '1,000', '2,500'].map((label) => ({
  value: label.replace(',', ''),
  label: `KES ${label}`,
}))
const methods = [
  {
    value: 'mobile',
    label: 'Mobile money',
    hint: 'M-Pesa, Airtel Money, T-Kash',
    icon: <Smartphone aria-hidden="true" className="size-5 text-accent" />,
  },
  {
    value: 'bank',
    label: 'Bank',
    hint: 'Two working days',
    icon: <Landmark aria-hidden="true" className="size-5 text-accent" />,
  },
  { value: 'cheque', label: 'Cheque', hint: 'No longer offered', disabled: true },
]

export function KitChoices() {
  return (
    <>
      <Specimen state="radio cards" wide>
        <div className="grid gap-6">
          <RadioCards
            legend="How much would you like to give?"
            name="give"
            choices={amounts}
            columns="grid-cols-2 sm:grid-cols-4"
          />
          <RadioCards
            legend="Where to?"
            name="method"
            choices={methods}
            defaultValue="mobile"
            columns="sm:grid-cols-3"
          />
          <RadioCards legend="One is needed" name="needed" choices={methods.slice(0, 2)} error="Please choose one." />
        </div>
      </Specimen>
      <Pair>
        <Specimen state="checkbox: off, on, with a hint, in error, disabled" wide>
          <Checkbox label="Give anonymously" name="anonymous" />
          <Checkbox label="Send me the receipt" name="receipt" defaultChecked hint="To the address above." />
          <Checkbox label="I agree to the terms" name="terms" error="Please agree to go on." />
          <Checkbox label="Not now" name="disabled" disabled />
          <Checkbox label="Always" name="always" disabled defaultChecked />
        </Specimen>
        <Specimen state="switch: off, on, disabled, long" wide>
          <Switch label="Dark cloth" name="cloth" />
          <Switch
            label="Collect Donations"
            name="collect"
            defaultChecked
            hint="People can give as long as this is on."
          />
          <Switch label="Not now" name="later" disabled />
          <Switch label={long.swahili} name="swahili" defaultChecked disabled />
        </Specimen>
      </Pair>
    </>
  )
}
