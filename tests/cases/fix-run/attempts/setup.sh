mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
cat > ../asked.json
echo step >> src/main.txt
if [ "$(grep -c step src/main.txt)" = 3 ]; then touch three; fi
END
chmod +x editor.sh
echo three > repo/.gitignore
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
