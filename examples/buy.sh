#!/bin/sh
# Buys from a store with nothing but curl: from the product list to a confirmed order.
#
#   BASE_URL=http://localhost:4000 STORE=demo sh examples/buy.sh
#
# The store must take play money ("payments": {"provider": "sandbox"}), as the demo store does.
set -eu

BASE_URL=${BASE_URL:-http://localhost:4000}
STORE=${STORE:-demo}
PHONE=${PHONE:-9876543210}
site=${BASE_URL%/}/api/sites/$STORE

say() { printf '%s\n' "$*"; }
fail() {
  printf 'buy.sh: %s\n' "$*" >&2
  exit 1
}

# call STEP [curl arguments]: sets $answer, which must have come with 200.
call() {
  step=$1
  shift
  reply=$(curl -sS --max-time 30 -H 'Accept: application/json' -w '\n%{http_code}' "$@") ||
    fail "$step: no answer from $BASE_URL. Is the server running? Start it with: npm start"
  status=${reply##*
}
  answer=${reply%
*}
  [ "$status" = 200 ] || fail "$step: the answer was $status $answer"
}

# post STEP URL BODY [curl arguments]
post() {
  step=$1 url=$2 body=$3
  shift 3
  call "$step" -X POST -H 'Content-Type: application/json' --data "$body" "$@" "$url"
}

# field NAME: sets $value to the first text or number of that name in $answer.
field() {
  value=$(printf '%s' "$answer" | tr ',{' '\n\n' | sed -n 's/^"'"$1"'":"\{0,1\}\([^"}]*\).*/\1/p' | head -n 1)
  [ -n "$value" ] || fail "There is no \"$1\" in the answer: $answer"
}

say "1. What does $STORE sell?"
call 'Product list' "$site/products"
ids=$(printf '%s' "$answer" | tr '{' '\n' | sed -n 's/^"id":"\([^"]*\)".*/\1/p')
[ -n "$ids" ] || fail "The store sells nothing."
say "   $(printf '%s\n' "$ids" | wc -l | tr -d ' ') products"

say '2. Put one of each of the first ten in a cart and check out'
# What comes in variants only, or is sold out, is dropped from the cart.
items=$(printf '%s\n' "$ids" | head -n 10 | sed 's/.*/{"id":"&","qty":1}/' | paste -s -d , -)
buyer='{"name":"Asha","phone":"'$PHONE'","address":"14 Chapel Road, Mumbai"}'
# Sent again with the same key, the request would give the same order.
post Checkout "$site/checkout" '{"items":['"$items"'],"buyer":'"$buyer"'}' -H "Idempotency-Key: buy-$(date +%s)-$$"
field orderNo && order=$value
field providerOrderId && providerOrder=$value
field currency && currency=$value
field total && total=$value
say "   Order $order: $total $currency"

say '3. Pay it, with play money'
post Payment "${BASE_URL%/}/sandbox/orders/$providerOrder/pay" '{}'
receipt=$answer
field provider_payment_id
say "   Payment $value"

say '4. Have the payment verified'
post Verification "$site/checkout/verify" "$receipt"
say "   $answer"

say '5. Track the order with the last 4 digits of the phone'
post Tracking "$site/track-order" '{"orderNo":"'"$order"'","phone":"'"$(printf '%s' "$PHONE" | tail -c 4)"'"}'
field status && state=$value
field payment_status
say "   $order is $state, its payment is $value"
[ "$state" = confirmed ] || fail "The order should be confirmed by now."
say 'Done.'
