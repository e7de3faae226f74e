-- By hand. Foreign keys no longer say ON UPDATE CASCADE, which Citus refuses of keys with the store in them. No id ever
-- changes, so nothing was cascaded.
DO $$
DECLARE
    key RECORD;
BEGIN
    FOR key IN
        SELECT conrelid::REGCLASS AS on_table, conname AS name, pg_get_constraintdef(oid) AS definition
        FROM pg_constraint
        WHERE contype = 'f' AND confupdtype = 'c' AND connamespace = 'public'::REGNAMESPACE
        ORDER BY conname
    LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.on_table, key.name);
        EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', key.on_table, key.name,
            replace(key.definition, 'ON UPDATE CASCADE', 'ON UPDATE RESTRICT'));
    END LOOP;
END
$$;
