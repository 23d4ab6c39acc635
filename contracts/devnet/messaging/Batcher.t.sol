// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../interfaces/ISocket.sol";
import {LoudPlug} from "../../../test/fixtures/solidity/LoudPlug.sol";
import {CallBatch} from "../relay/CallBatch.sol";
import {MoodyPlug} from "../../fixtures/MoodyPlug.sol";
import {OwnSwitchboard} from "../../fixtures/connecting/OwnSwitchboard.sol";
import {OddPlug} from "../../../test/fixtures/solidity/OddPlug.sol";
import {TwoChains} from "../../../test/fixtures/solidity/TwoChains.sol";
import {vm, Vm} from "../../../test/fixtures/solidity/Vm.sol";
import {Batcher} from "./Batcher.sol";
import {FastSwitchboard} from "./switchboard/FastSwitchboard.sol";

contract BatcherTest is TwoChains {
    MoodyPlug private source;
    MoodyPlug private destination;
    Batcher private alphaBatcher;
    Batcher private betaBatcher;

    function setUp() public {
        source = new MoodyPlug(alpha.socket, address(this));
        destination = new MoodyPlug(beta.socket, address(this));
        source.connect(BETA, address(destination), address(alpha.switchboard));
        destination.connect(ALPHA, address(source), address(beta.switchboard));
        alphaBatcher = new Batcher(alpha.socket);
        betaBatcher = new Batcher(beta.socket);
        vm.deal(address(this), 1e6 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_tryAll_oneFailureLeavesTheOthers(uint8 refused, uint64 value) public {
        Parcel[] memory parcels = _sendAndCarry(3, value);
        uint256 refusals = 0;
        for (uint256 i = 0; i < 3; i++) {
            bool isRefused = (refused >> i) & 1 == 1;
            if (isRefused) refusals++;
            destination.refuse(parcels[i].message.payload, isRefused);
        }
        CallBatch.Call[] memory steps = _executeSteps(parcels, value);
        uint256 before = address(this).balance;

        betaBatcher.tryAll{value: 3 * uint256(value)}(steps);

        vm.assertEq(destination.received(), 3 - refusals, "received");
        vm.assertEq(before - address(this).balance, (3 - refusals) * value, "value spent");
        vm.assertEq(address(destination).balance, (3 - refusals) * value, "value delivered");
        vm.assertEq(address(betaBatcher).balance, 0, "left in the batcher");
        _assertReverted(vm.getRecordedLogs(), parcels, refused);
    }

    function test_tryAll_longRevertDataDoesNotStopTheOthers() public {
        LoudPlug loud = new LoudPlug(beta.socket, address(this));
        loud.connect(ALPHA, address(source), address(beta.switchboard));
        source.connect(BETA, address(loud), address(alpha.switchboard));
        source.sendRaw{value: 1 ether}(BETA, 1e6, 0, 0, "");
        source.connect(BETA, address(destination), address(alpha.switchboard));
        source.send{value: 1 ether}(BETA, "hello");
        Parcel[] memory parcels = _collect();
        for (uint256 i = 0; i < 2; i++) _sealProposeAttest(parcels[i]);

        betaBatcher.tryAll{gas: 5e6}(_executeSteps(parcels, 0));
        vm.assertEq(destination.received(), 1, "received");
    }

    /// @dev Otherwise a gas estimate would settle on an amount with which all messages fail.
    function testFuzz_tryAll_givesEveryMessageItsGasOrReverts(uint32 gasSeed) public {
        source.sendRaw{value: 1 ether}(BETA, 500_000, 0, 0, new bytes(3000));
        source.sendRaw{value: 1 ether}(BETA, 100_000, 0, 0, "");
        Parcel[] memory parcels = _collect();
        for (uint256 i = 0; i < 2; i++) _sealProposeAttest(parcels[i]);
        CallBatch.Call[] memory steps = _executeSteps(parcels, 0);
        bytes memory input = abi.encodeCall(Batcher.tryAll, (steps));
        (bool success, ) = address(betaBatcher).call{gas: 100_000 + (gasSeed % 2_000_000)}(input);
        vm.assertEq(destination.received(), success ? 2 : 0, "received");
    }

    /// @dev The socket does not check that a plug gets the gas that its sender asked for, so the batcher does.
    function testFuzz_tryAll_neverStarvesThePlug(uint32 gasSeed, uint32 limitSeed, uint16 size) public {
        uint256 limit = 100_000 + (limitSeed % 2_000_000);
        OddPlug odd = new OddPlug(beta.socket, address(this));
        odd.connect(ALPHA, address(source), address(beta.switchboard));
        source.connect(BETA, address(odd), address(alpha.switchboard));
        bytes32 oneWei = bytes32((uint256(1) << 248) | 1);
        source.sendRaw{value: 1 ether}(BETA, limit, oneWei, 0, new bytes(size % 5001));
        Parcel[] memory parcels = _collect();
        _sealProposeAttest(parcels[0]);

        bytes memory input = abi.encodeCall(Batcher.tryAll, (_executeSteps(parcels, 1)));
        uint256 gasLimit = (limit * 64) / 63 + 100_000 + (gasSeed % 400_000);
        (bool success, ) = address(betaBatcher).call{gas: gasLimit, value: 1}(input);
        vm.assertEq(odd.received(), success ? 1 : 0, "received");
        // The plug spends some gas before it measures, mostly to read its sibling.
        if (success) vm.assertGe(odd.gasAtInbound() + 3_500, limit);
    }

    function test_tryAll_logsWhatIsRefusedAndDoesTheRest() public {
        source.send{value: 1 ether}(BETA, "one");
        source.send{value: 1 ether}(BETA, "two");
        Parcel[] memory parcels = _collect();
        CallBatch.Call[] memory seals = new CallBatch.Call[](3);
        (seals[1], seals[2]) = (_sealSteps(parcels)[0], _sealSteps(parcels)[1]);
        seals[0] = _sealStep(parcels[0], STRANGER_KEY);
        alphaBatcher.tryAll(seals);
        _assertRefused(alphaBatcher, abi.encodePacked(ISocket.InvalidTransmitter.selector));

        CallBatch.Call[] memory proposals = _proposeSteps(parcels);
        proposals[0] = _proposeStep(parcels[0], address(beta.switchboard), STRANGER_KEY);
        betaBatcher.tryAll(proposals);
        _assertRefused(betaBatcher, abi.encodePacked(ISocket.InvalidTransmitter.selector));
        vm.assertEq(beta.socket.proposalCount(parcels[1].packetId), 1, "the other is proposed");

        betaBatcher.tryAll(_attestSteps(parcels));
        _assertRefused(betaBatcher, abi.encodePacked(ISocket.InvalidRoot.selector));
        vm.assertEq(beta.switchboard.attestations(parcels[1].root), 1, "the other is attested");
    }

    function test_tryAll_switchboardThatUsesUpItsGasDoesNotStopTheOthers() public {
        OwnSwitchboard own = new OwnSwitchboard(beta.socket);
        own.open(ALPHA, address(own));
        MoodyPlug plug = new MoodyPlug(beta.socket, address(this));
        plug.connect(ALPHA, address(source), address(own));
        source.connect(BETA, address(plug), address(alpha.switchboard));
        source.send{value: 1 ether}(BETA, "bad");
        source.connect(BETA, address(destination), address(alpha.switchboard));
        source.send{value: 1 ether}(BETA, "good");
        Parcel[] memory parcels = _collect();
        alphaBatcher.tryAll(_sealSteps(parcels));
        CallBatch.Call[] memory proposals = _proposeSteps(parcels);
        proposals[0] = _proposeStep(parcels[0], address(own), TRANSMITTER_KEY);
        betaBatcher.tryAll(proposals);
        betaBatcher.tryAll(_attestSteps(parcels));

        own.answer(OwnSwitchboard.Answer.EATS_GAS);
        betaBatcher.tryAll{gas: 5e6}(_executeSteps(parcels, 0));
        vm.assertEq(destination.received(), 1, "received");
        vm.assertEq(plug.received(), 0, "received through the bad one");
    }

    function test_areAllowed_believesNothingButTrue() public {
        OwnSwitchboard own = new OwnSwitchboard(beta.socket);
        own.open(ALPHA, address(own));
        MoodyPlug plug = new MoodyPlug(beta.socket, address(this));
        plug.connect(ALPHA, address(source), address(own));
        source.send{value: 1 ether}(BETA, "hello");
        Parcel[] memory parcels = _collect();
        alphaBatcher.tryAll(_sealSteps(parcels));
        CallBatch.Call[] memory proposals = _proposeSteps(parcels);
        proposals[0] = _proposeStep(parcels[0], address(own), TRANSMITTER_KEY);
        betaBatcher.tryAll(proposals);
        Batcher.AllowanceQuery[] memory queries = new Batcher.AllowanceQuery[](1);
        queries[0] = Batcher.AllowanceQuery(address(own), parcels[0].packetId, 0, parcels[0].root);

        for (uint8 answer = 0; answer <= uint8(type(OwnSwitchboard.Answer).max); answer++) {
            own.answer(OwnSwitchboard.Answer(answer));
            bool isTrue = OwnSwitchboard.Answer(answer) == OwnSwitchboard.Answer.YES;
            vm.assertTrue(betaBatcher.areAllowed{gas: 1e6}(queries)[0] == isTrue);
        }
        own.answer(OwnSwitchboard.Answer.YES);
        queries[0].root = keccak256("another");
        vm.assertTrue(!betaBatcher.areAllowed(queries)[0]);
        queries[0].switchboard = address(0xdead);
        vm.assertTrue(!betaBatcher.areAllowed(queries)[0]);
    }

    function _sendAndCarry(uint256 count, uint256 value) private returns (Parcel[] memory parcels) {
        bytes32 params = bytes32((uint256(1) << 248) | value);
        for (uint256 i = 0; i < count; i++) {
            source.sendRaw{value: 100 ether}(BETA, 200_000, params, 0, abi.encode(i));
        }
        parcels = _collect();
        alphaBatcher.tryAll(_sealSteps(parcels));
        betaBatcher.tryAll(_proposeSteps(parcels));
        betaBatcher.tryAll(_attestSteps(parcels));
    }

    function _sealSteps(Parcel[] memory parcels) private view returns (CallBatch.Call[] memory steps) {
        steps = new CallBatch.Call[](parcels.length);
        for (uint256 i = 0; i < parcels.length; i++) steps[i] = _sealStep(parcels[i], TRANSMITTER_KEY);
    }

    function _sealStep(Parcel memory parcel, uint256 key) private view returns (CallBatch.Call memory) {
        address capacitor = address(uint160(uint256(parcel.packetId) >> 64));
        bytes memory signature = _sign(key, _transmitterDigest(parcel));
        bytes memory data = abi.encodeCall(ISocket.seal, (1, capacitor, signature));
        return CallBatch.Call(address(alpha.socket), 0, 200_000, data);
    }

    function _proposeSteps(Parcel[] memory parcels) private view returns (CallBatch.Call[] memory steps) {
        steps = new CallBatch.Call[](parcels.length);
        for (uint256 i = 0; i < parcels.length; i++) {
            steps[i] = _proposeStep(parcels[i], address(beta.switchboard), TRANSMITTER_KEY);
        }
    }

    function _proposeStep(
        Parcel memory parcel,
        address switchboard,
        uint256 key
    ) private view returns (CallBatch.Call memory) {
        bytes memory signature = _sign(key, _transmitterDigest(parcel));
        bytes memory data = abi.encodeCall(
            ISocket.proposeForSwitchboard,
            (parcel.packetId, parcel.root, switchboard, signature)
        );
        return CallBatch.Call(address(beta.socket), 0, 200_000, data);
    }

    function _attestSteps(Parcel[] memory parcels) private view returns (CallBatch.Call[] memory steps) {
        steps = new CallBatch.Call[](parcels.length);
        for (uint256 i = 0; i < parcels.length; i++) {
            bytes memory signature = _sign(WATCHER_KEY, _attestDigest(parcels[i], 0));
            bytes memory data = abi.encodeCall(
                FastSwitchboard.attest,
                (parcels[i].packetId, 0, parcels[i].root, signature)
            );
            steps[i] = CallBatch.Call(address(beta.switchboard), 0, 200_000, data);
        }
    }

    function _executeSteps(
        Parcel[] memory parcels,
        uint256 value
    ) private view returns (CallBatch.Call[] memory steps) {
        steps = new CallBatch.Call[](parcels.length);
        for (uint256 i = 0; i < parcels.length; i++) {
            uint256 gasLimit = 300_000 + (parcels[i].message.minMsgGasLimit * 64 * 64) / (63 * 63);
            bytes memory data = abi.encodeCall(ISocket.execute, (_executionDetails(parcels[i]), parcels[i].message));
            steps[i] = CallBatch.Call(address(beta.socket), value, gasLimit, data);
        }
    }

    /// @dev Asserts that the first step of the last batch was refused, and no other.
    function _assertRefused(Batcher batcher, bytes memory reason) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 refused = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(batcher)) continue;
            (uint256 index, bytes memory revertData) = abi.decode(logs[i].data, (uint256, bytes));
            vm.assertEq(index, 0);
            vm.assertEq(revertData, reason);
            refused++;
        }
        vm.assertEq(refused, 1, "refused");
    }

    /// @dev Asserts that the batcher logged the refused messages, in order, and no others.
    function _assertReverted(Vm.Log[] memory logs, Parcel[] memory parcels, uint8 refused) private view {
        uint256 next = 0;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].emitter != address(betaBatcher)) continue;
            (uint256 index, bytes memory revertData) = abi.decode(logs[i].data, (uint256, bytes));
            while ((refused >> next) & 1 == 0) next++;
            vm.assertEq(index, next);
            bytes memory payload = parcels[next].message.payload;
            vm.assertEq(revertData, abi.encodeWithSelector(MoodyPlug.InABadMood.selector, payload));
            next++;
        }
        while (next < parcels.length && (refused >> next) & 1 == 0) next++;
        vm.assertEq(next, parcels.length, "logged");
    }
}
