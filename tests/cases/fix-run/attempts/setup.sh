mkdir -p repo/src repo/.git outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo config > repo/.git/config
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
cat > ../asked.json
echo step >> src/main.txt
if [ "$(grep -c step src/main.txt)" = 3 ]; then touch three; fi
END
chmod +x editor.sh
