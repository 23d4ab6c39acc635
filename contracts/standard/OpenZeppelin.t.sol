// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {Mode} from "@openzeppelin/contracts/account/utils/draft-ERC7579Utils.sol";
import {CrosschainLinked} from "@openzeppelin/contracts/crosschain/CrosschainLinked.sol";
import {CrosschainRemoteExecutor} from "@openzeppelin/contracts/crosschain/CrosschainRemoteExecutor.sol";
import {BridgeERC20} from "@openzeppelin/contracts/crosschain/bridges/BridgeERC20.sol";
import {Governor} from "@openzeppelin/contracts/governance/Governor.sol";
import {GovernorCountingSimple} from "@openzeppelin/contracts/governance/extensions/GovernorCountingSimple.sol";
import {GovernorCrosschain} from "@openzeppelin/contracts/governance/extensions/GovernorCrosschain.sol";
import {IERC7786GatewaySource} from "@openzeppelin/contracts/interfaces/draft-IERC7786.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Crosschain} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Crosschain.sol";
import {InteroperableAddress} from "@openzeppelin/contracts/utils/draft-InteroperableAddress.sol";

import {LinkedToken} from "../fixtures/standard/LinkedToken.sol";
import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {vm, Vm} from "../testing/Vm.sol";
import {PlugsGateway} from "./PlugsGateway.sol";

contract LinkedBridge is BridgeERC20 {
    constructor(IERC20 token_) BridgeERC20(token_) CrosschainLinked(new Link[](0)) {}

    function setLink(address gateway, bytes calldata counterpart) external {
        _setLink(gateway, counterpart, false);
    }
}

contract LinkedCollectible is ERC721Crosschain {
    constructor(address holder, uint256 count) ERC721("Collectible", "C") CrosschainLinked(new Link[](0)) {
        for (uint256 i = 0; i < count; i++) _mint(holder, i);
    }

    function setLink(address gateway, bytes calldata counterpart) external {
        _setLink(gateway, counterpart, false);
    }
}

/// @dev One vote of anybody decides.
contract SmallGovernor is GovernorCrosschain, GovernorCountingSimple {
    constructor() Governor("Governor") {}

    function votingDelay() public pure override returns (uint256) {
        return 1;
    }

    function votingPeriod() public pure override returns (uint256) {
        return 10;
    }

    function quorum(uint256) public pure override returns (uint256) {
        return 1;
    }

    function clock() public view override returns (uint48) {
        return uint48(block.number);
    }

    function CLOCK_MODE() public pure override returns (string memory) {
        return "mode=blocknumber&from=default";
    }

    function _getVotes(address, uint256, bytes memory) internal pure override returns (uint256) {
        return 1;
    }
}

/// @dev Contracts of OpenZeppelin that know nothing of this protocol. They attach no value, so the test pays for their
/// messages.
contract OpenZeppelinTest is CrossChainTest {
    uint256 private constant SUPPLY = 1e27;
    uint256 private constant GAS = 300_000;

    PlugsGateway[3] private _gateways;
    uint256[3] private _chainIds;

    function setUp() public {
        for (uint256 i = 0; i < 3; i++) {
            _chainIds[i] = 41_001 + i;
            _gateways[i] = new PlugsGateway(addChain("chain").socket, address(this));
            for (uint256 j = 0; j < i; j++) connect(address(_gateways[i]), address(_gateways[j]));
        }
    }

    function testFuzz_erc20Crosschain_goesRoundThreeChains(uint256 amount) public {
        amount %= SUPPLY + 1;
        LinkedToken[3] memory tokens;
        for (uint256 i = 0; i < 3; i++) tokens[i] = new LinkedToken(address(this), i == 0 ? SUPPLY : 0);
        for (uint256 i = 0; i < 3; i++) {
            for (uint256 j = 0; j < 3; j++) {
                if (i != j) tokens[i].setLink(address(_gateways[i]), _on(j, address(tokens[j])));
            }
        }
        for (uint256 i = 0; i < 3; i++) {
            uint256 next = (i + 1) % 3;
            useChain(uint32(_chainIds[i]));
            tokens[i].crosschainTransfer(_on(next, address(this)), amount);
            vm.assertEq(tokens[i].totalSupply(), i == 0 ? SUPPLY - amount : 0, "burned");
            _relayAndDeliver(i);
            vm.assertEq(tokens[next].balanceOf(address(this)), next == 0 ? SUPPLY : amount, "arrived");
        }
    }

    function testFuzz_bridgeERC20_locksAndMints(uint256 amount) public {
        amount = 1 + (amount % SUPPLY);
        LinkedToken locked = new LinkedToken(address(this), SUPPLY);
        LinkedBridge bridge = new LinkedBridge(locked);
        LinkedToken minted = new LinkedToken(address(this), 0);
        bridge.setLink(address(_gateways[0]), _on(1, address(minted)));
        minted.setLink(address(_gateways[1]), _on(0, address(bridge)));

        locked.approve(address(bridge), amount);
        bridge.crosschainTransfer(_on(1, address(this)), amount);
        _relayAndDeliver(0);
        vm.assertEq(locked.balanceOf(address(bridge)), amount, "locked");
        vm.assertEq(minted.totalSupply(), amount, "minted");

        useChain(uint32(_chainIds[1]));
        minted.crosschainTransfer(_on(0, address(0xb0b)), amount);
        _relayAndDeliver(1);
        vm.assertEq(locked.balanceOf(address(0xb0b)), amount, "unlocked");
        vm.assertEq(minted.totalSupply(), 0, "burned");
    }

    function testFuzz_erc721Crosschain_isOnOneChain(uint8 id) public {
        LinkedCollectible there = new LinkedCollectible(address(this), 0);
        LinkedCollectible here = new LinkedCollectible(address(this), 256);
        here.setLink(address(_gateways[0]), _on(1, address(there)));
        there.setLink(address(_gateways[1]), _on(0, address(here)));
        here.crosschainTransferFrom(address(this), _on(1, address(0xb0b)), id);
        _relayAndDeliver(0);
        vm.assertEq(there.ownerOf(id), address(0xb0b));
        vm.expectRevert();
        here.ownerOf(id);
    }

    function test_erc20Crosschain_refusesGatewaysAndSendersThatItDoesNotKnow() public {
        LinkedToken token = new LinkedToken(address(this), 0);
        token.setLink(address(_gateways[1]), _on(0, address(0xb0b)));
        bytes memory mint = abi.encode(_on(0, address(this)), abi.encodePacked(address(this)), SUPPLY);
        _gateways[0].sendMessage(_on(1, address(token)), mint, new bytes[](0));
        bytes32 msgId = _relayAndDeliver(0);
        assertNotDelivered(msgId);
        vm.assertEq(token.totalSupply(), 0, "minted");
    }

    function test_governorCrosschain_actsOnAnotherChainThroughItsExecutor() public {
        SmallGovernor governor = new SmallGovernor();
        bytes memory controller = _on(0, address(governor));
        CrosschainRemoteExecutor executor = new CrosschainRemoteExecutor(address(_gateways[1]), controller);
        LinkedToken token = new LinkedToken(address(executor), SUPPLY);
        bytes memory transfer = abi.encodeCall(token.transfer, (address(0xb0b), 7));
        bytes memory execution = abi.encodePacked(address(token), uint256(0), transfer);

        address[] memory targets = new address[](1);
        bytes[] memory calls = new bytes[](1);
        targets[0] = address(governor);
        calls[0] = abi.encodeCall(
            governor.relayCrosschain,
            (address(_gateways[0]), _on(1, address(executor)), Mode.wrap(0), execution)
        );
        uint256 id = governor.propose(targets, new uint256[](1), calls, "pay");
        vm.roll(block.number + 2);
        governor.castVote(id, 1);
        vm.roll(block.number + 20);
        governor.execute(targets, new uint256[](1), calls, keccak256("pay"));
        assertDelivered(_relayAndDeliver(0));
        vm.assertEq(token.balanceOf(address(0xb0b)), 7, "paid");
    }

    function _on(uint256 index, address account) private view returns (bytes memory) {
        return InteroperableAddress.formatEvmV1(_chainIds[index], account);
    }

    /// @dev Pays for the message that was sent last, as anybody can who reads its event.
    function _relayAndDeliver(uint256 index) private returns (bytes32 msgId) {
        PlugsGateway gateway = _gateways[index];
        (bytes32 sendId, bytes memory sender, bytes memory recipient, bytes memory payload) = _lastSent(gateway);
        (, address from) = InteroperableAddress.parseEvmV1(sender);
        msgId = send(address(gateway), abi.encodeCall(gateway.relay, (sendId, from, recipient, payload, GAS, from)));
        deliver();
    }

    function _lastSent(
        PlugsGateway gateway
    ) private returns (bytes32 sendId, bytes memory sender, bytes memory recipient, bytes memory payload) {
        Vm.Log[] memory logs = takeLogs();
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(gateway) || logs[i].topics[0] != IERC7786GatewaySource.MessageSent.selector)
                continue;
            sendId = logs[i].topics[1];
            (sender, recipient, payload, , ) = abi.decode(logs[i].data, (bytes, bytes, bytes, uint256, bytes[]));
        }
    }
}
