-- CreateIndex
CREATE INDEX "orders_store_id_payment_status_created_at_id_idx" ON "orders"("store_id", "payment_status", "created_at" DESC, "id" DESC);

-- By hand: what the owner's search compares. Each word carries the end of its store's id in front, so that the index
-- reads words of one store alone, as keys with the store first do elsewhere; `right` keeps what is random in a UUID.
-- The phone's digits stand in reverse, since people tell its end.
CREATE FUNCTION "order_words"("store_id" UUID, "order_no" TEXT, "phone_digits" TEXT, "name" TEXT, "email" TEXT)
    RETURNS TSVECTOR LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN array_to_tsvector(string_to_array(
        right("store_id"::TEXT, 12) || '/' || regexp_replace(
            lower("order_no" || ' ' || replace("order_no", 'ORD-', '') || ' #' || reverse("phone_digits") || ' ' || "name" || coalesce(' ' || "email", '')),
            '\s+',
            ' ' || right("store_id"::TEXT, 12) || '/',
            'g'
        ),
        ' '
    ));

-- No list of pending entries: a search would walk through it.
CREATE INDEX "orders_words_idx" ON "orders"
    USING gin ("order_words"("store_id", "order_no", "buyer_phone_digits", "buyer_name", "buyer_email"))
    WITH (fastupdate = off);

-- Few orders need their owner's attention at a time.
CREATE INDEX "orders_needs_attention_idx" ON "orders"("store_id", "created_at" DESC, "id" DESC)
    WHERE "needs_attention" IS NOT NULL;
