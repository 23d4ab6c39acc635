// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {labelOf} from "../../../test/fixtures/solidity/labelOf.sol";
import {TwoCounters} from "../../../test/fixtures/solidity/TwoCounters.sol";
import {IGatewaySocket} from "../../gateway/interfaces/IGatewaySocket.sol";
import {vm} from "../Vm.sol";
import {GatewayDeployer} from "./GatewayDeployer.sol";
import {GatewayChain} from "./TestPayload.sol";

contract GatewayDeployerTest is TwoCounters {
    function test_chains_areNumberedAndNamedAsTheyWereAdded() public view {
        GatewayChain[] memory all = chains();
        vm.assertEq(all.length, 2);
        for (uint256 i = 0; i < 2; i++) {
            string memory name = i == 0 ? "alpha" : "beta";
            vm.assertEq(all[i].name, name);
            vm.assertEq(all[i].slug, 41_001 + i);
            vm.assertEq(chainOf(all[i].slug).name, name);
            vm.assertEq(address(chainOf(all[i].slug).token), address(all[i].token));
            vm.assertEq(labelOf(address(all[i].socket)), string.concat(name, ".socket"));
            vm.assertTrue(all[i].feesPlug.code.length > 0);
            vm.assertTrue(all[i].contractFactory.code.length > 0);
        }
        vm.assertTrue(all[0].feesPlug != all[1].feesPlug);
        vm.assertEq(labelOf(address(watcher)), "watcher");
        vm.assertEq(labelOf(address(feesManager)), "feesManager");
        vm.assertEq(block.chainid, 41_000, "the gateway's chain");
        vm.assertEq(address(feesManager).balance, 1_000_000 ether, "what pays for withdrawals of native credits");
    }

    /// @dev Each deposit has its own id: one of the same amount on the same chain counts again.
    function test_deposits_addUpOverChains() public {
        address account = address(0xa11ce);
        uint256 before = chainOf(alpha).token.balanceOf(chainOf(alpha).feesPlug);
        deposit(account, 3 ether);
        deposit(account, 3 ether);
        deposit(beta, account, 5 ether);
        deposit(beta, address(0xb0b), 7 ether);
        vm.assertEq(creditsOf(account), 11 ether);
        vm.assertEq(creditsOf(address(0xb0b)), 7 ether);
        vm.assertEq(chainOf(alpha).token.balanceOf(chainOf(alpha).feesPlug), before + 6 ether);
        vm.assertEq(chainOf(beta).token.balanceOf(chainOf(beta).feesPlug), 12 ether);
        vm.expectRevert(abi.encodeWithSelector(GatewayDeployer.UnknownChain.selector, uint32(7)));
        this.deposit(7, account, 1);
    }

    function test_triggers_areThoseOfTheChainsOnly() public {
        uint256 known = calls().length;
        bytes32 gatewayId = bytes32(uint256(uint160(address(app))));
        emit IGatewaySocket.AppGatewayCallRequested("trigger", gatewayId, address(0xc0de), "of no chain");
        vm.assertEq(calls().length, known);
    }

    function test_forwarders_areOnePerContractAndChain() public {
        address onAlpha = forwarderOf(address(0xc0de), alpha);
        vm.assertTrue(onAlpha.code.length > 0);
        vm.assertEq(forwarderOf(address(0xc0de), alpha), onAlpha);
        vm.assertTrue(forwarderOf(address(0xc0de), beta) != onAlpha);
        vm.assertTrue(forwarderOf(address(0xc0d), alpha) != onAlpha);
    }
}
