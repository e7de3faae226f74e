export const stopWords = `
a about actually again ago all also am an and another any anybody anymore anyone anything are aren arent around as ask at
away back bad be because been before being best better bit both but buy buying by bye came can cannot cant come could
couldn couldnt currently customer customers day days dear describe detail details did didn didnt do does doesn doesnt
doing don done dont each either else especially etc ever every everything exactly example excuse explain favorite
favourite few find fine for from fully get getting give gives go going gonna good got great had happen happy has
hasn have haven having he hello help her here hers hey hi him his hmm hope how however i id idea ideas if ill im in info information
instead interested into is isn isnt it its itself ive just kind kindly kinds know last least less let lets like likes
list little long look looking lot lots lovely made make makes making many may maybe me mean mention might mine more most
much must my myself name near need needed needs never new next nice no none nope not now number of off often oh ok okay
old on once one ones only or other others our ours out over own pack packet packs please per perhaps policy policies possible
prefer pretty product products purchase put quick quite range rather really safe recommend recommendation recommended regarding
right said same say see seem sell selling sells send shall she should show so some somebody someone something soon sorry
sort sorts still stuff such suggest suggestion suit sure take takes taking tell than thank thanks that thats the their
them then there these they thing things think this those though through time to today together tomorrow too tried try
type types u under until up upon ur us use used uses using usually variety various very via want wanted wanting wants was
way we well went were what whats when where which while who whom whose why will wish with within without won wonder
wondering wont would wouldn wouldnt yeah yep yes yet you your youre yours yourself item items option options assortment
catalog catalogue collection anyway able stock stocked available availability sold buyers shop shops store stores
question questions work works somewhere bring carry carries offer offers offered offering goes going pls plz hiya namaste
instruction instructions repeat remind forget forgot
`
  .trim()
  .split(/\s+/)

/** Affect the ranking, but a fact need not contain them. */
export const softWords = `
price priced pricing cost costs costing charge charges fee expensive cheap cheaper cheapest dear dearest affordable amount
total worth service services first sale discount discounted deal deals reduced size sizes variant variants version versions weight rating
rated review reviews popular popularity top bestseller bestselling lowest highest premium rupee rupees dollar dollars euro
euros rs inr below above between least exceed minute minutes hour piece pieces pricey costliest bestsellers
g kg ml gram grams
`
  .trim()
  .split(/\s+/)

/** Each row is indexed under its first word. */
export const sameWords = `
deliver delivery deliveries delivered ship shipping shipment shipped postage courier
return returns returned exchange
refund refunds refunded reimburse reimbursement moneyback
broken break breaks broke damage damaged crack cracked smashed shattered faulty defective
abroad international internationally overseas worldwide foreign
wholesale bulk reseller
loyalty reward rewards membership
programme program scheme
nut nuts peanut peanuts allergy allergies allergen allergens allergic
gift gifts present presents
voucher vouchers coupon coupons
card cards credit debit visa mastercard
email mail
phone telephone mobile
call calls calling ring
photo photograph photographs picture pictures
cup cups mug mugs teacup
brew brewing steep steeped infuse
class classes course lesson lessons
smoky smoke smoked smouldering smoulder
flower flowers flowery floral blossom petals
spice spices spicy spiced
colour color colours colors
subscribe subscription subscriptions
flavour flavor flavours flavors
child children kid kids
sleep asleep bedtime
japan japanese
china chinese
india indian
italy italian
france french
fridge refrigerator refrigerate
keep keeps stay stays lasts expire expires expiry shelf spoil storage storing
book booking reserve reservation
parcel package parcels packages
tax taxes gst vat
strong strength
caffeine caffeinated decaf decaffeinated
free complimentary
parking park
track tracking tracked
hour hours timing timings
ice iced
holiday holidays
sunday sundays
monday mondays
tuesday tuesdays
wednesday wednesdays
thursday thursdays
friday fridays
saturday saturdays
`
  .trim()
  .split('\n')
  .map((row) => row.split(' '))

/** Outside of any shop: refused unless the store itself uses the word. */
export const foreignWords = `
weather forecast rain climate president minister parliament election elections vote politics political
politician government war news headline cricket football soccer tennis olympics match score joke jokes riddle poem poetry
haiku limerick story stories essay lyrics song songs movie movies film actor actress celebrity bitcoin crypto stockmarket
shares invest investment loan mortgage python javascript typescript java html css sql code coding programming algorithm
homework equation math maths mathematics calculate solve integral derivative translate translation capital population
planet galaxy universe physics chemistry biology history religion god meaning life horoscope zodiac astrology lottery
girlfriend boyfriend sex porn drug drugs weapon weapons bomb hack hacker hacking malware virus doctor diagnosis medicine
lawyer lawsuit passport flight flights hotel train bus taxi amazon flipkart walmart ebay alibaba etsy
starbucks target costco aldi lidl tesco ikea competitor competitors openai chatgpt gpt claude gemini llm password
passwords admin administrator token tokens apikey secret secrets credentials database server prompt prompts jailbreak
dan roleplay pretend laptop computer smartphone iphone android car cars insurance
`
  .trim()
  .split(/\s+/)
