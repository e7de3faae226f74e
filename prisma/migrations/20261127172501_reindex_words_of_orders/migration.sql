-- By hand: orders from before, with their words as they are searched for now. Alone, because of CONCURRENTLY.
REINDEX INDEX CONCURRENTLY "orders_words_idx";
