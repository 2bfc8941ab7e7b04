/** The costs of giving and withdrawing: the first draft, until an operator writes another. */
export const fees = {
  en: `Opening a fundraiser is free. There is no monthly charge and no tip.

## When you give
You pay the amount you choose, and nothing more to us. Your bank or mobile money company may charge you its usual fee.

## When you withdraw
We keep 5% of what you withdraw. Ask for KES 1,000 and KES 950 is sent to you. The form shows both amounts before you confirm, and your statement shows them afterwards.

To M-Pesa, Airtel Money and T-Kash we send whole shillings. Cents that can't be sent stay in your balance.

## Views
A new fundraiser comes with 15 free views, unless the form for a new one names another number. Each visitor's stay uses one view. When they are used up, the story closes. Visitors still see the title, the picture and the progress, and they can still give. You can buy more views on the Payouts page. Prices are shown in shillings before you pay.

## Refunds
When a gift is refunded, the giver gets the whole gift, and our fee on it falls away.

Questions? [Ask us](/about/help).`,
  sw: `Kufungua changisho ni bure. Hakuna malipo ya kila mwezi na hakuna bakshishi.

## Unapochangia
Unalipa kiasi unachochagua, na hutulipi zaidi. Benki yako au kampuni ya pesa kwa simu inaweza kutoza ada yake ya kawaida.

## Unapotoa pesa
Tunabaki na 5% ya kiasi unachotoa. Ukiomba KES 1,000, unatumiwa KES 950. Fomu inaonyesha viasi vyote viwili kabla ya kuthibitisha, na taarifa yako inavionyesha baadaye.

Kwa M-Pesa, Airtel Money na T-Kash tunatuma shilingi kamili. Senti ambazo haziwezi kutumwa hubaki kwenye salio lako.

## Mara za kutazamwa
Changisho jipya huja na mara 15 za kutazamwa bila malipo, isipokuwa fomu ya changisho jipya itaje idadi nyingine. Kila mgeni anapokaa kwenye ukurasa hutumia mara moja. Zikiisha, hadithi hufungwa. Wageni bado wanaona kichwa, picha na maendeleo, na bado wanaweza kuchangia. Unaweza kununua mara zaidi kwenye ukurasa wa Malipo. Bei zinaonyeshwa kwa shilingi kabla ya kulipa.

## Kurejeshewa pesa
Mchango unaporejeshwa, aliyetoa hupata mchango wote, na ada yetu juu yake huondolewa.

Una swali? [Tuulize](/about/help).`,
}
