/** The terms of use: the first draft, until an operator writes another. */
export const terms = {
  en: `By using this service you agree to these terms. They are written to be read.

## Who we are
We run the pages, take in gifts through a licensed payment partner, and pay organisers. We are not a bank, and we do not own the fundraisers.

## If you organise a fundraiser
- Tell the truth: who the money is for, what it is for, and what you have already received.
- Use the money for what your page says.
- Open a fundraiser for another person only with their consent, or their family's.
- Use your own name and your own withdrawal number.
- Nothing illegal, hateful or dishonest. No lotteries, no investments, no campaigns for votes.

## If you give
A gift is a gift. You get a receipt, and no share or goods in return. An organiser decides how the gift is used. If you think a page is not honest, report it: every page has a link for that.

## What we check
A fundraiser can be published only by an account with a confirmed email address or phone. The badge on the page says exactly what was checked. It is not a promise that a story is true, so give to people you know or trust.

## What we may do
We may pause a page, freeze its withdrawals or refund gifts while we look into a report, and we say why. Gifts to a page that turns out to be dishonest are refunded as far as the money is still here.

## Refunds
To ask for a refund, write to us within 30 days with the number on your receipt. We ask the organiser, and decide.

## Liability
We answer for our own mistakes. We do not answer for what organisers promise. The law of Kenya applies.

Questions? [Ask us](/about/help).`,
  sw: `Kwa kutumia huduma hii unakubali masharti haya. Yameandikwa ili yasomwe.

## Sisi ni nani
Tunaendesha kurasa, tunapokea michango kupitia mshirika wa malipo mwenye leseni, na tunawalipa waandaaji. Sisi si benki, na machangisho si yetu.

## Ukiandaa changisho
- Sema ukweli: pesa ni za nani, ni za nini, na umekwisha kupokea nini.
- Tumia pesa kwa yale ambayo ukurasa wako unasema.
- Fungua changisho la mtu mwingine kwa ridhaa yake tu, au ya familia yake.
- Tumia jina lako mwenyewe na nambari yako mwenyewe ya kutolea pesa.
- Hakuna jambo la kuvunja sheria, la chuki wala la udanganyifu. Hakuna bahati nasibu, uwekezaji wala kampeni za kura.

## Ukichangia
Mchango ni mchango. Unapata risiti, wala hupati hisa au bidhaa. Mwandaaji ndiye anayeamua jinsi mchango unavyotumika. Ukiona ukurasa si wa kweli, uripoti: kila ukurasa una kiungo cha kuripoti.

## Tunachokagua
Changisho linaweza kuchapishwa tu na akaunti yenye barua pepe iliyothibitishwa. Beji kwenye ukurasa inaeleza hasa kilichokaguliwa. Si ahadi kwamba hadithi ni ya kweli, kwa hiyo changia watu unaowajua au unaowaamini.

## Tunachoweza kufanya
Tunaweza kusimamisha ukurasa, kuzuia utoaji wa pesa au kurejesha michango tunapochunguza ripoti, na tunaeleza sababu. Michango kwa ukurasa wa udanganyifu hurejeshwa kadiri pesa zilivyo bado hapa.

## Kurejeshewa pesa
Ili kuomba kurejeshewa, tuandikie ndani ya siku 30 na nambari iliyo kwenye risiti yako. Tunamuuliza mwandaaji, kisha tunaamua.

## Wajibu
Tunawajibika kwa makosa yetu. Hatuwajibiki kwa ahadi za waandaaji. Sheria za Kenya zinatumika.

Una swali? [Tuulize](/about/help).`,
}
