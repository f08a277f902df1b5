mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
cat > editor.sh <<'END'
#!/bin/sh
mv src gone
ln -s ../outside src
echo "$PWD" > /dev/null
END
chmod +x editor.sh
cp repo/src/main.txt repo/main.txt
cp repo/src/old.txt outside/old.txt
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
